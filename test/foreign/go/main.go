// The merchant protocol of payin-checkout with Go's standard library alone: docs/protocol.md.
//
//	go build -o checkout . && PORT=4000 ./checkout
//
// main.go starts the server, shop.go handles HTTP, order.go holds the rules of an order, store.go stores it, and service.go
// calls the payment service. It accepts payins of guests.
package main

import (
	"context"
	"errors"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"
)

const (
	sweepEvery = time.Second
	// Failed and expired payments can still be paid late, so they are read for a day.
	tail = 24 * time.Hour
)

func main() {
	for _, name := range []string{"PAYMENTS_BASE_URL", "PAYMENTS_API_KEY", "PAYMENTS_WEBHOOK_SECRET", "PUBLIC_URL"} {
		if setting(name) == "" {
			log.Fatalf("%s must be set", name)
		}
	}
	store, err := OpenStore(or(setting("DATA_DIR"), "data"))
	if err != nil {
		log.Fatal(err)
	}
	ended, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	go store.sweep(ended)
	server := &http.Server{
		Addr:              "127.0.0.1:" + or(setting("PORT"), "4000"),
		Handler:           &Shop{store: store, heldPlaces: make(chan struct{}, mostHeld)},
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       20 * time.Second,
		// A read is held for at most 25 seconds.
		WriteTimeout: 60 * time.Second,
		// Held reads end with the server.
		BaseContext: func(net.Listener) context.Context { return ended },
	}
	go func() {
		<-ended.Done()
		late, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		_ = server.Shutdown(late)
	}()
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		log.Fatal(err)
	}
}

// sweep reads payments whose webhooks may be lost, even if no page is open.
func (s *Store) sweep(ended context.Context) {
	askedAt := map[string]time.Time{}
	for ended.Err() == nil {
		for _, order := range s.All() {
			for _, attempt := range order.now.Load().Attempts {
				if !isDue(attempt, askedAt[attempt.Key]) {
					continue
				}
				askedAt[attempt.Key] = time.Now()
				if err := s.refreshInTurn(order, attempt.Key); err != nil {
					// The next run tries again. Never log the id of a session.
					log.Printf("order %s: %v", order.now.Load().ID, err)
				}
			}
		}
		select {
		case <-ended.Done():
		case <-time.After(sweepEvery):
		}
	}
}

// isDue says whether to read now. The interval grows: it is a tenth of the payment's age.
func isDue(attempt Attempt, askedAt time.Time) bool {
	age := time.Since(attempt.MadeAt)
	isOver := attempt.Outcome == "failed" || attempt.Outcome == "expired"
	if attempt.Outcome == "complete" || isOver && age > tail {
		return false
	}
	pause := age / 10
	if pause > time.Hour {
		pause = time.Hour
	}
	return time.Since(askedAt) >= pause
}

func (s *Store) refreshInTurn(order *Order, key string) error {
	order.turn.Lock()
	defer order.turn.Unlock()
	if order.now.Load().attempt(key) == nil {
		return nil
	}
	return s.refresh(order, key)
}

func or(value, otherwise string) string {
	if value == "" {
		return otherwise
	}
	return value
}
