package main

// An order and its payments: the rules of how it becomes paid.

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/url"
	"regexp"
	"time"
)

// Money is a decimal text and a code: never a float.
type Money struct {
	Value    string `json:"value"`
	Currency string `json:"currency"`
}

var orderID = regexp.MustCompile(`^A-[0-9]{1,9}$`)

// quote is yours: what an order costs and who pays it. The browser never sends a price.
func quote(order string) (amount Money, email string, ok bool) {
	if !orderID.MatchString(order) {
		return Money{}, "", false
	}
	return Money{"49.90", "EUR"}, "mara@example.test", true
}

// Attempt is one try to pay an order: one payin at most.
type Attempt struct {
	// Sent to the service, and made here: two browsers can never send the same.
	Key string
	// The bytes that are sent, also after a restart.
	Body          []byte
	Amount        Money
	Payin         string
	Status        string
	StatusDetails *string
	Outcome       string
	RedirectURL   string
	ExpiresAt     *string
	MadeAt        time.Time
}

// State is all that is known of an order.
type State struct {
	ID string
	// Idempotency-Key of a press => key of an attempt.
	Presses map[string]string
	// The oldest first.
	Attempts []Attempt
	// What was packed: the payins that paid for it. Never more than one.
	Parcels []string
	// For a person to look at.
	Alerts []string
}

// outcome is what the order has reached by any of its payments.
func (s *State) outcome() string {
	reached := "open"
	for _, attempt := range s.Attempts {
		if attempt.Outcome == "complete" || attempt.Outcome == "authorized" && reached == "open" {
			reached = attempt.Outcome
		}
	}
	return reached
}

func (s *State) attempt(key string) *Attempt {
	for at := range s.Attempts {
		if s.Attempts[at].Key == key {
			return &s.Attempts[at]
		}
	}
	return nil
}

// changed is a copy that can be changed: who reads the state meanwhile sees the old one whole.
func (s State) changed() State {
	presses := map[string]string{}
	for press, key := range s.Presses {
		presses[press] = key
	}
	s.Presses = presses
	s.Attempts = append([]Attempt(nil), s.Attempts...)
	s.Parcels = append([]string(nil), s.Parcels...)
	s.Alerts = append([]string(nil), s.Alerts...)
	return s
}

// freeze makes an attempt, to be saved before it is sent.
func (s *State) freeze(amount Money, email string) (string, error) {
	random := make([]byte, 16)
	if _, err := rand.Read(random); err != nil {
		return "", err
	}
	key := hex.EncodeToString(random)
	body, err := json.Marshal(map[string]any{
		"amount":      amount,
		"reference":   s.ID,
		"payer":       map[string]string{"email": email},
		"return_url":  setting("PUBLIC_URL") + "/checkout/return?session=" + sessionOf(key),
		"webhook_url": setting("PUBLIC_URL") + "/webhooks/payins",
	})
	s.Attempts = append(s.Attempts, Attempt{
		Key: key, Body: body, Amount: amount, Status: "CREATED", Outcome: "open", MadeAt: time.Now(),
	})
	return key, err
}

// sessionOf is the id of a session: nobody can guess it, and it stands in no file, so nobody can read it there either.
func sessionOf(key string) string {
	mac := hmac.New(sha256.New, []byte(setting("PAYMENTS_API_KEY")))
	mac.Write([]byte(key))
	return "cs_" + base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// refresh asks the service what became of an attempt, and makes its payin where that is not known to be made. Everything
// that brings news comes here: a press, a webhook, the sweep. The caller holds the order's turn.
func (s *Store) refresh(order *Order, key string) error {
	state := order.now.Load().State.changed()
	attempt := state.attempt(key)
	var payin Payin
	var err error
	switch {
	case attempt.Payin != "":
		err = callService("GET", "/payins/"+url.PathEscape(attempt.Payin), nil, "", &payin)
	// The service forgets a key after 24 hours, and would make a second payin of it.
	case time.Since(attempt.MadeAt) > 20*time.Hour:
		payin, err = findLost(&state)
	default:
		err = callService("POST", "/payins", attempt.Body, attempt.Key, &payin)
	}
	var refused *Refused
	if errors.As(err, &refused) && attempt.Payin == "" && (refused.Status == 400 || refused.Status == 422) {
		// These bytes will never be a payin: a later press makes other ones. A wrong API key says nothing about them.
		state.drop(key)
		if failed := s.Save(state); failed != nil {
			return failed
		}
		return err
	}
	if err != nil {
		return err
	}
	state.apply(attempt, payin)
	return s.Save(state)
}

// findLost gives the payin of an attempt whose answer never came, by the order's reference.
func findLost(state *State) (Payin, error) {
	var list struct{ Content []Payin }
	err := callService("GET", "/payins?page_size=100&reference="+url.QueryEscape(state.ID), nil, "", &list)
	for _, payin := range list.Content {
		isKnown := false
		for _, attempt := range state.Attempts {
			isKnown = isKnown || attempt.Payin == payin.ID
		}
		if !isKnown {
			return payin, err
		}
	}
	return Payin{Status: "EXPIRED"}, err
}

func (s *State) drop(key string) {
	var kept []Attempt
	for _, attempt := range s.Attempts {
		if attempt.Key != key {
			kept = append(kept, attempt)
		}
	}
	s.Attempts = kept
	for press, of := range s.Presses {
		if of == key {
			delete(s.Presses, press)
		}
	}
}

// apply is the one place where an order becomes paid: in the same write as the session becomes complete.
func (s *State) apply(attempt *Attempt, payin Payin) {
	if attempt.Payin == "" {
		attempt.Payin = payin.ID
	}
	if payin.RedirectURL != "" {
		attempt.RedirectURL = payin.RedirectURL
	}
	if payin.ExpiresAt != nil {
		attempt.ExpiresAt = payin.ExpiresAt
	}
	before := attempt.Outcome
	now, isNews := outcomeAfter(before, payin.Status)
	if !isNews {
		return
	}
	attempt.Outcome, attempt.Status, attempt.StatusDetails = now, payin.Status, payin.StatusDetails
	if now != "complete" || before == "complete" {
		return
	}
	if len(s.Parcels) == 0 {
		s.Parcels = append(s.Parcels, attempt.Payin)
	} else {
		s.Alerts = append(s.Alerts, "Paid twice: give the money of payin "+attempt.Payin+" back.")
	}
}

var outcomes = map[string]string{
	"AUTHORIZED": "authorized", "SETTLED": "authorized", "COMPLETED": "complete",
	"FAILED": "failed", "EXPIRED": "expired", "CREATED": "open", "INITIATED": "open",
}

// outcomeAfter says what a status makes of an outcome, and false where it is older news.
// A payment that is complete stays it. A promise is ended only by FAILED or EXPIRED.
func outcomeAfter(before, status string) (string, bool) {
	now, isKnown := outcomes[status]
	if !isKnown {
		// A word that is new to us, and DISPUTED, which keeps what was reached.
		return before, true
	}
	if before == "complete" && now != "complete" || before != "open" && now == "open" {
		return before, false
	}
	return now, true
}
