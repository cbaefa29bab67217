package main

// Keeps orders in memory and appends every change to a journal file. Each line is a complete order, and the last line of an
// order counts. A shop with a database does not need this file.

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

// Order holds the state of one order. A change replaces the whole state, so readers need no lock.
type Order struct {
	// turn is the lock for changes. It is held also during calls to the service, so that two tabs take turns.
	turn sync.Mutex
	now  atomic.Pointer[Version]
}

// Version is a state, with a channel that is closed when a newer state replaces it.
type Version struct {
	State
	superseded chan struct{}
}

// Store holds all orders with a create request.
type Store struct {
	mu      sync.Mutex
	journal *os.File
	// Keep a reference, or the garbage collector closes the file and releases its lock.
	lock   *os.File
	orders map[string]*Order
	// By the id of the session.
	sessions map[string]*Order
}

// OpenStore reads the journal in a folder and rewrites it with one line per order.
func OpenStore(folder string) (*Store, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	// Lock out a second process, which would not see our changes. The lock always ends with the process.
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
		// An incomplete line comes from a power cut during the write. Nobody has seen that state.
		if json.Unmarshal(line, &state) == nil && state.ID != "" {
			store.put(state)
		}
	}
	return store, store.rewrite(folder, path)
}

// rewrite atomically replaces the journal by one without old lines.
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
	// Flush the folder, too, or the new name may be lost.
	parent, err := os.Open(folder)
	if err != nil {
		return err
	}
	defer parent.Close()
	return parent.Sync()
}

// Order returns the order with this id, and creates it if needed.
func (s *Store) Order(id string) *Order {
	s.mu.Lock()
	defer s.mu.Unlock()
	if order := s.orders[id]; order != nil {
		return order
	}
	return s.place(State{ID: id, RequestKeys: map[string]string{}})
}

// Known returns an order with a create request, or nil.
func (s *Store) Known(id string) *Order {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.orders[id]
}

// BySession returns the order of a session, or nil.
func (s *Store) BySession(session string) *Order {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sessions[session]
}

// All returns every order.
func (s *Store) All() []*Order {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make([]*Order, 0, len(s.orders))
	for _, order := range s.orders {
		all = append(all, order)
	}
	return all
}

// Save stores a state on disk before readers can see it. The caller holds the order's lock.
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
