package main

// Create requests, reads and link requests of the widget.

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"time"
)

const (
	// The most held reads at a time. Further reads are answered at once, and the page polls.
	mostHeld    = 1000
	longestHold = 25 * time.Second
)

var idempotencyKey = regexp.MustCompile(`^[\x21-\x7e]{8,64}$`)

// createSession answers a create request.
func (s *Server) createSession(w http.ResponseWriter, r *http.Request) error {
	requestKey := r.Header.Get("Idempotency-Key")
	if !idempotencyKey.MatchString(requestKey) {
		return &Problem{Status: 400, Title: "Idempotency-Key must be a UUID."}
	}
	body, err := bodyOf(w, r)
	if err != nil {
		return err
	}
	var asked struct{ Order, Kind string }
	// Go decodes null without an error and leaves all fields empty.
	if json.Unmarshal(body, &asked) != nil {
		return &Problem{Status: 400, Title: "The body must be a JSON object with an order."}
	}
	// An unknown id is not stored.
	if _, isThere := quote(asked.Order); !isThere && s.store.Known(asked.Order) == nil {
		return &Problem{Status: 422, Title: "There is no such order.", Pointer: "/order"}
	}
	if asked.Kind != "" && asked.Kind != "payin" {
		return &Problem{Status: 422, Title: "Only payins are taken here.", Pointer: "/kind"}
	}
	order := s.store.Order(asked.Order)
	order.turn.Lock()
	defer order.turn.Unlock()
	key, isKnown := order.now.Load().RequestKeys[requestKey]
	if !isKnown {
		if key, err = s.begin(order, requestKey); err != nil {
			return err
		}
	}
	if err := order.now.Load().requireFit(key); err != nil {
		return err
	}
	if order.now.Load().attempt(key).Payin == "" {
		if err := s.store.refresh(order, key); err != nil {
			return err
		}
	}
	sendSession(w, 201, order.now.Load(), key)
	return nil
}

// begin returns the open payment of the order, or a new one that is not sent yet.
func (s *Server) begin(order *Order, requestKey string) (string, error) {
	// Read all payments first: a webhook may be lost, and a failed payment can still be paid late.
	for _, attempt := range order.now.Load().Attempts {
		if err := s.store.refresh(order, attempt.Key); err != nil {
			return "", err
		}
	}
	state := order.now.Load().State.changed()
	current, isThere := quote(state.ID)
	switch {
	case !isThere:
		return "", &Problem{Status: 409, Title: "The order was withdrawn.", Type: "order-withdrawn"}
	case current.Paid || state.outcome() == "complete":
		return "", &Problem{Status: 409, Title: "This order is paid.", Type: "order-paid"}
	case state.outcome() == "authorized":
		return "", &Problem{Status: 409, Title: "A payment is promised.", Type: "order-promised"}
	}
	key, open := "", 0
	for at := range state.Attempts {
		attempt := &state.Attempts[at]
		if attempt.Outcome != "open" {
			continue
		}
		open++
		if state.misfit(attempt, current, isThere) == "" {
			key = attempt.Key
		}
	}
	if key == "" && open >= 2 {
		return "", &Problem{Status: 429, Title: "Two payments are open.", Type: "two-payments-open"}
	}
	if key == "" {
		var err error
		if key, err = state.freeze(current); err != nil {
			return "", err
		}
	}
	state.RequestKeys[requestKey] = key
	// Store it before it is sent, so that the same bytes are sent again after a crash.
	return key, s.store.Save(state)
}

// read answers with the session. If the page has the current state, it holds the answer until a change.
func (s *Server) read(w http.ResponseWriter, r *http.Request, session string) error {
	order := s.store.BySession(session)
	if order == nil {
		return &Problem{Status: 404, Title: "There is no such session."}
	}
	hold, isHeld := s.hold(r)
	if isHeld {
		defer func() { <-s.heldPlaces }()
		w.Header().Set("Preference-Applied", fmt.Sprintf("wait=%d", int(hold/time.Second)))
	}
	late := time.NewTimer(hold)
	defer late.Stop()
	for {
		// The next change closes this channel, so no change is missed.
		version := order.now.Load()
		key := keyOf(version, session)
		if key == "" {
			return &Problem{Status: 404, Title: "There is no such session."}
		}
		etag := etagOf(version, key)
		if r.Header.Get("If-None-Match") != etag {
			sendRead(w, version, key)
			return nil
		}
		select {
		case <-version.superseded:
			continue
		case <-r.Context().Done():
		case <-late.C:
		}
		w.Header().Set("ETag", etag)
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
}

var wait = regexp.MustCompile(`(?:^|[,;\s])wait=([0-9]{1,4})\b`)

// hold returns how long to hold a read, and reserves one of the places.
func (s *Server) hold(r *http.Request) (time.Duration, bool) {
	asked := wait.FindStringSubmatch(r.Header.Get("Prefer"))
	if asked == nil || r.Header.Get("If-None-Match") == "" {
		return 0, false
	}
	seconds, _ := strconv.Atoi(asked[1])
	hold := time.Duration(seconds) * time.Second
	if hold > longestHold {
		hold = longestHold
	}
	select {
	case s.heldPlaces <- struct{}{}:
		return hold, true
	default:
		return 0, false
	}
}

// link answers with a fresh link. For a payin it is the current address.
func (s *Server) link(w http.ResponseWriter, session string) error {
	order := s.store.BySession(session)
	if order == nil {
		return &Problem{Status: 404, Title: "There is no such session."}
	}
	version := order.now.Load()
	key := keyOf(version, session)
	if key == "" {
		return &Problem{Status: 404, Title: "There is no such session."}
	}
	if err := version.requireFit(key); err != nil {
		return err
	}
	sendSession(w, 200, version, key)
	return nil
}
