package main

// An order and its payments: the rules for when it becomes paid.

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/url"
	"time"
)

// Money is a decimal text and a code: never a float.
type Money struct {
	Value    string `json:"value"`
	Currency string `json:"currency"`
}

// Quote is what the shop says of an order now.
type Quote struct {
	Amount Money
	Email  string
	// Paid in another way, such as at the till.
	Paid bool
}

// Attempt is one try to pay an order: one payin at most.
type Attempt struct {
	// Sent to the service. It is created here, so two browsers can never send the same key.
	Key string
	// The bytes to send, the same after a restart.
	Body          []byte
	Amount        Money
	Payin         string
	Status        string
	StatusDetails *string
	Outcome       string
	// Why money that came does not buy the order, until a person has settled it.
	Review *string
	// A person has settled it. What the service says of it counts no more.
	Settled     bool
	RedirectURL string
	ExpiresAt   *string
	MadeAt      time.Time
}

// State is the whole state of an order.
type State struct {
	ID string
	// Idempotency-Key of a create request => key of an attempt.
	RequestKeys map[string]string
	// The oldest first.
	Attempts []Attempt
	// The payins whose order was shipped. Never more than one.
	Parcels []string
	// Alerts for a person.
	Alerts []string
}

// outcome is the best outcome of all payments of the order.
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

// changed returns a copy to change. Concurrent readers keep the old state.
func (s State) changed() State {
	requestKeys := map[string]string{}
	for requestKey, key := range s.RequestKeys {
		requestKeys[requestKey] = key
	}
	s.RequestKeys = requestKeys
	s.Attempts = append([]Attempt(nil), s.Attempts...)
	s.Parcels = append([]string(nil), s.Parcels...)
	s.Alerts = append([]string(nil), s.Alerts...)
	return s
}

// freeze makes an attempt. Save it before it is sent.
func (s *State) freeze(quote Quote) (string, error) {
	random := make([]byte, 16)
	if _, err := rand.Read(random); err != nil {
		return "", err
	}
	key := hex.EncodeToString(random)
	body, err := json.Marshal(map[string]any{
		"amount":      quote.Amount,
		"reference":   s.ID,
		"payer":       map[string]string{"email": quote.Email},
		"return_url":  setting("PUBLIC_URL") + "/checkout/return?session=" + sessionOf(key),
		"webhook_url": setting("PUBLIC_URL") + "/webhooks/payins",
	})
	s.Attempts = append(s.Attempts, Attempt{
		Key: key, Body: body, Amount: quote.Amount, Status: "CREATED", Outcome: "open", MadeAt: time.Now(),
	})
	return key, err
}

// sessionOf is the id of a session. It cannot be guessed, and it is not stored, so it cannot leak from a file.
func sessionOf(key string) string {
	mac := hmac.New(sha256.New, []byte(setting("PAYMENTS_API_KEY")))
	mac.Write([]byte(key))
	return "cs_" + base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// refresh reads an attempt's payin at the service, or creates it if it may not exist yet. Create requests, webhooks and the
// sweep all call it. The caller holds the order's lock.
func (s *Store) refresh(order *Order, key string) error {
	state := order.now.Load().State.changed()
	attempt := state.attempt(key)
	if !attempt.isFollowed() {
		return nil
	}
	var payin Payin
	var err error
	switch {
	case attempt.Payin != "":
		err = callService("GET", "/payins/"+url.PathEscape(attempt.Payin), nil, "", &payin)
	// The service forgets a key after 24 hours and would then create a second payin.
	case time.Since(attempt.MadeAt) > 20*time.Hour:
		payin, err = findLost(&state)
	default:
		err = callService("POST", "/payins", attempt.Body, attempt.Key, &payin)
	}
	var refused *Refused
	if errors.As(err, &refused) && attempt.Payin == "" && (refused.Status == 400 || refused.Status == 422) {
		// The service refused these bytes for good, so a later request sends new ones. A wrong API key proves nothing about them.
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

// findLost finds the payin of an attempt without an answer, by the order's reference.
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
	for requestKey, of := range s.RequestKeys {
		if of == key {
			delete(s.RequestKeys, requestKey)
		}
	}
}

// apply is the only place where an order becomes paid, in the same write that makes the session complete.
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
	now, isNews := outcomeAfter(attempt.Outcome, payin.Status)
	if !isNews {
		return
	}
	attempt.Outcome, attempt.Status, attempt.StatusDetails = now, payin.Status, payin.StatusDetails
	if now != "complete" {
		return
	}
	current, isThere := quote(s.ID)
	misfit := s.misfit(attempt, current, isThere)
	if misfit == "" {
		s.Parcels = append(s.Parcels, attempt.Payin)
		return
	}
	// Money that does not fit the order buys nothing. As authorized, the order cannot be paid again until a person has settled it.
	review := reviews[misfit]
	attempt.Outcome, attempt.Review = "authorized", &review
	s.Alerts = append(s.Alerts, review+": settle payin "+attempt.Payin+" as accepted or as refunded.")
}

// isFollowed says whether what the service says of an attempt still counts: not once its money has bought the order, or a person
// decides.
func (a *Attempt) isFollowed() bool {
	return a.Outcome != "complete" && a.Review == nil && !a.Settled
}

// Money that does not fit its order: problem type => what the page and a person read.
var reviews = map[string]string{
	"price-changed": "amount_differs", "order-withdrawn": "order_withdrawn", "order-paid": "paid_twice",
}

// misfit says why money of an attempt does not buy the order as the shop has it now, as a problem type; "" if it does.
func (s *State) misfit(attempt *Attempt, quote Quote, isThere bool) string {
	switch {
	case !isThere:
		return "order-withdrawn"
	case quote.Paid || len(s.Parcels) > 0:
		return "order-paid"
	case quote.Amount != attempt.Amount:
		return "price-changed"
	}
	return ""
}

// requireFit returns a Problem if the payment of an attempt would not buy the order any more. Call it before each answer with an
// address: the order may have changed since the last one.
func (s *State) requireFit(key string) error {
	attempt := s.attempt(key)
	if attempt.Outcome != "open" || s.outcome() != "open" {
		return nil
	}
	current, isThere := quote(s.ID)
	misfit := s.misfit(attempt, current, isThere)
	if misfit == "" {
		return nil
	}
	problem := &Problem{Status: 409, Title: "The order has changed.", Type: misfit}
	if isThere {
		problem.Amount = &current.Amount
	}
	return problem
}

// Settle is for a person who has decided about the money of a payin that is under review: it buys the order, or was given back.
func (s *Store) Settle(order *Order, payin string, accepted bool) error {
	order.turn.Lock()
	defer order.turn.Unlock()
	state := order.now.Load().State.changed()
	for at := range state.Attempts {
		attempt := &state.Attempts[at]
		if attempt.Payin != payin || attempt.Review == nil {
			continue
		}
		if accepted && len(state.Parcels) > 0 {
			return errors.New("the order was shipped: give this money back")
		}
		attempt.Outcome, attempt.Review, attempt.Settled = "failed", nil, true
		if accepted {
			attempt.Outcome = "complete"
			state.Parcels = append(state.Parcels, payin)
		}
	}
	return s.Save(state)
}
