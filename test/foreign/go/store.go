package main

// Orders in memory, and every change of one in a journal: a file to which lines are added. A line is a whole order, and the
// last line of an order counts. A shop has a database, and needs nothing of this file.

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
)

// Order is a place where one order changes. Its state is replaced as a whole, so who reads needs no lock.
type Order struct {
	// turn is held by who changes the order, also while the service is asked: two tabs take turns.
	turn sync.Mutex
	now  atomic.Pointer[Version]
}

// Version is a state, and a channel that is closed when another one has taken its place.
type Version struct {
	State
	superseded chan struct{}
}

// Store holds all orders that somebody has pressed for.
type Store struct {
	mu      sync.Mutex
	journal *os.File
	// Kept, as a file that nobody needs any more is closed, and its lock with it.
	lock   *os.File
	orders map[string]*Order
	// By the id of the session.
	sessions map[string]*Order
}

// OpenStore reads the journal in a folder, and writes it anew with one line for each order.
func OpenStore(folder string) (*Store, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	// Two processes would not see each other's orders. The lock ends with the process, however it ends.
	lock, err := os.OpenFile(filepath.Join(folder, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return nil, errors.New(folder + " is used by another process")
	}
	store := &Store{lock: lock, orders: map[string]*Order{}, sessions: map[string]*Order{}}
	path := filepath.Join(folder, "journal")
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	for _, line := range bytes.Split(text, []byte("\n")) {
		var state State
		// A line that is not whole was being written when the power went: nobody was told of it.
		if json.Unmarshal(line, &state) == nil && state.ID != "" {
			store.put(state)
		}
	}
	return store, store.rewrite(folder, path)
}

// rewrite puts a journal without old lines in the place of this one: all of it or nothing.
func (s *Store) rewrite(folder, path string) error {
	beside, err := os.OpenFile(path+".new", os.O_CREATE|os.O_TRUNC|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	s.journal = beside
	for _, order := range s.orders {
		if err := s.write(order.now.Load().State); err != nil {
			return err
		}
	}
	if err := os.Rename(path+".new", path); err != nil {
		return err
	}
	// The name is on the disk only when its folder is.
	parent, err := os.Open(folder)
	if err != nil {
		return err
	}
	defer parent.Close()
	return parent.Sync()
}

// Order gives the order with this id, also where nobody has pressed for it.
func (s *Store) Order(id string) *Order {
	s.mu.Lock()
	defer s.mu.Unlock()
	if order := s.orders[id]; order != nil {
		return order
	}
	return s.place(State{ID: id, Presses: map[string]string{}})
}

// Known gives an order that somebody has pressed for, or nil.
func (s *Store) Known(id string) *Order {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.orders[id]
}

// BySession gives the order of a session, or nil.
func (s *Store) BySession(session string) *Order {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sessions[session]
}

// All gives every order.
func (s *Store) All() []*Order {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make([]*Order, 0, len(s.orders))
	for _, order := range s.orders {
		all = append(all, order)
	}
	return all
}

// Save brings a state to the disk, and only then shows it. The caller holds the order's turn.
func (s *Store) Save(state State) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.write(state); err != nil {
		return err
	}
	s.put(state)
	return nil
}

func (s *Store) write(state State) error {
	line, err := json.Marshal(state)
	if err != nil {
		return err
	}
	if _, err := s.journal.Write(append(line, '\n')); err != nil {
		return err
	}
	return s.journal.Sync()
}

func (s *Store) put(state State) {
	order := s.orders[state.ID]
	if order == nil {
		order = s.place(state)
	} else {
		before := order.now.Swap(&Version{state, make(chan struct{})})
		close(before.superseded)
	}
	for _, attempt := range state.Attempts {
		s.sessions[sessionOf(attempt.Key)] = order
	}
}

func (s *Store) place(state State) *Order {
	order := &Order{}
	order.now.Store(&Version{state, make(chan struct{})})
	s.orders[state.ID] = order
	return order
}
