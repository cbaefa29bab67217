package main

import (
	"context"
	"log"
	"time"
)

const (
	sweepEvery = time.Second
	// Failed and expired payments can still be paid late, so they are read for a day.
	tail = 24 * time.Hour
)

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
	if !attempt.isFollowed() || isOver && age > tail {
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
