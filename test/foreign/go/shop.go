package main

// The HTTP handlers.

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	mostBytes = 64 << 10
	// The most held reads at a time. Further reads are answered at once, and the page polls.
	mostHeld    = 1000
	longestHold = 25 * time.Second
)

// Shop answers requests.
type Shop struct {
	store      *Store
	heldPlaces chan struct{}
}

// Problem is an error answer as RFC 9457 problem details.
type Problem struct {
	Status  int
	Title   string
	Pointer string
}

func (p *Problem) Error() string { return p.Title }

func (s *Shop) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	// A session's id is a capability, so no cache may store its address or its answer.
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	err := s.answer(w, r)
	var problem *Problem
	var unavailable *Unavailable
	switch {
	case err == nil:
	case errors.As(err, &problem):
		sendProblem(w, problem)
	case errors.As(err, &unavailable):
		// The widget retries with the same key. Never 409: that means "paid".
		w.Header().Set("Retry-After", strconv.Itoa(int(unavailable.RetryAfter/time.Second)))
		sendProblem(w, &Problem{Status: 503, Title: "The payment service cannot be reached now."})
	default:
		log.Print(err)
		sendProblem(w, &Problem{Status: 500, Title: "This does not work now."})
	}
}

func (s *Shop) answer(w http.ResponseWriter, r *http.Request) error {
	at := r.Method + " " + r.URL.Path
	session, isSession := within(r.URL.Path, "/checkout/sessions/", "")
	linked, isLink := within(r.URL.Path, "/checkout/sessions/", "/link")
	order, isOrder := within(r.URL.Path, "/orders/", "/paid")
	switch {
	case at == "POST /checkout/sessions":
		return s.createSession(w, r)
	case r.Method == "GET" && isSession:
		return s.read(w, r, session)
	case r.Method == "POST" && isLink:
		return s.link(w, linked)
	case at == "GET /checkout/banks":
		return banks(w, r)
	case at == "GET /checkout/return":
		return sendReturnPage(w)
	case at == "POST /webhooks/payins":
		return s.receiveWebhook(w, r)
	case r.Method == "GET" && isOrder:
		return s.paid(w, order)
	}
	return &Problem{Status: 404, Title: "Nothing is here."}
}

// within returns the path segment between a prefix and a suffix.
func within(path, start, end string) (string, bool) {
	if !strings.HasPrefix(path, start) || !strings.HasSuffix(path, end) || len(path) <= len(start)+len(end) {
		return "", false
	}
	name := path[len(start) : len(path)-len(end)]
	return name, !strings.Contains(name, "/")
}

var idempotencyKey = regexp.MustCompile(`^[\x21-\x7e]{8,64}$`)

// createSession answers a create request.
func (s *Shop) createSession(w http.ResponseWriter, r *http.Request) error {
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
	amount, email, isThere := quote(asked.Order)
	if !isThere {
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
		if key, err = s.begin(order, requestKey, amount, email); err != nil {
			return err
		}
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
func (s *Shop) begin(order *Order, requestKey string, amount Money, email string) (string, error) {
	// Read all payments first: a webhook may be lost, and a failed payment can still be paid late.
	for _, attempt := range order.now.Load().Attempts {
		if attempt.Outcome != "complete" {
			if err := s.store.refresh(order, attempt.Key); err != nil {
				return "", err
			}
		}
	}
	state := order.now.Load().State.changed()
	switch state.outcome() {
	case "complete":
		return "", &Problem{Status: 409, Title: "This order is paid."}
	case "authorized":
		return "", &Problem{Status: 409, Title: "This order is promised by a payment."}
	}
	key := ""
	for _, attempt := range state.Attempts {
		if attempt.Outcome == "open" {
			key = attempt.Key
		}
	}
	if key == "" {
		var err error
		if key, err = state.freeze(amount, email); err != nil {
			return "", err
		}
	}
	state.RequestKeys[requestKey] = key
	// Store it before it is sent, so that the same bytes are sent again after a crash.
	return key, s.store.Save(state)
}

// read answers with the session. If the page has the current state, it holds the answer until a change.
func (s *Shop) read(w http.ResponseWriter, r *http.Request, session string) error {
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
		etag := etagOf(shown(version, key))
		if r.Header.Get("If-None-Match") != etag {
			sendSession(w, 200, version, key)
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
func (s *Shop) hold(r *http.Request) (time.Duration, bool) {
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
func (s *Shop) link(w http.ResponseWriter, session string) error {
	order := s.store.BySession(session)
	if order == nil {
		return &Problem{Status: 404, Title: "There is no such session."}
	}
	version := order.now.Load()
	key := keyOf(version, session)
	if key == "" {
		return &Problem{Status: 404, Title: "There is no such session."}
	}
	sendSession(w, 200, version, key)
	return nil
}

// receiveWebhook handles a webhook. It is only a hint to read the payin; its content is not trusted.
func (s *Shop) receiveWebhook(w http.ResponseWriter, r *http.Request) error {
	body, err := bodyOf(w, r)
	if err != nil {
		return err
	}
	signature, _ := hex.DecodeString(r.Header.Get("X-Webhook-Signature"))
	mac := hmac.New(sha256.New, []byte(setting("PAYMENTS_WEBHOOK_SECRET")))
	mac.Write(body)
	if !hmac.Equal(signature, mac.Sum(nil)) {
		return &Problem{Status: 401, Title: "The signature is wrong."}
	}
	var event struct{ ID, Reference string }
	if json.Unmarshal(body, &event) != nil || event.ID == "" {
		return &Problem{Status: 400, Title: "This is no payin."}
	}
	order := s.store.Known(event.Reference)
	if order == nil {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	for _, attempt := range order.now.Load().Attempts {
		// The payin's id is unknown if the answer of the service was lost.
		if attempt.Payin != event.ID && attempt.Payin != "" {
			continue
		}
		// 2xx only after the change is stored. If the payin cannot be read now, answer 503: the service sends the webhook again.
		if err := s.store.refreshInTurn(order, attempt.Key); err != nil {
			return err
		}
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// paid is for the shop: whether an order is paid, and how often it was shipped.
func (s *Shop) paid(w http.ResponseWriter, id string) error {
	times := 0
	if order := s.store.Known(id); order != nil {
		times = len(order.now.Load().Parcels)
	}
	send(w, 200, "application/json", map[string]any{"paid": times > 0, "times": times})
	return nil
}

// bodyOf reads the raw body.
func bodyOf(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostBytes))
	if err != nil {
		return nil, &Problem{Status: 413, Title: "The body is too long, or was cut."}
	}
	return body, nil
}
