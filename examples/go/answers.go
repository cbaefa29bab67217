package main

// The JSON of sessions, lists and problems.

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
)

// Session is the session for the page: never the payer, the payin's id or the key of the attempt.
type Session struct {
	ID            string  `json:"id"`
	Kind          string  `json:"kind"`
	Status        string  `json:"status"`
	StatusDetails *string `json:"status_details"`
	Outcome       string  `json:"outcome"`
	OrderOutcome  string  `json:"order_outcome"`
	Review        *string `json:"review"`
	Amount        Money   `json:"amount"`
	Reference     string  `json:"reference"`
	// The address of the hosted page: in answers to a press and to a link request.
	RedirectURL *string `json:"redirect_url"`
	ExpiresAt   *string `json:"expires_at"`
}

func shown(version *Version, key string) Session {
	attempt := version.attempt(key)
	return Session{
		ID: sessionOf(key), Kind: "payin", Status: attempt.Status, StatusDetails: attempt.StatusDetails,
		Outcome: attempt.Outcome, OrderOutcome: version.outcome(), Review: attempt.Review, Amount: attempt.Amount,
		Reference: version.ID, ExpiresAt: attempt.ExpiresAt,
	}
}

// keyOf returns the key of a session's attempt, or nothing if the attempt was dropped.
func keyOf(version *Version, session string) string {
	for _, attempt := range version.Attempts {
		if sessionOf(attempt.Key) == session {
			return attempt.Key
		}
	}
	return ""
}

// etagOf changes with what a read answers.
func etagOf(version *Version, key string) string {
	text, _ := json.Marshal(shown(version, key))
	hash := sha256.Sum256(text)
	return `"` + hex.EncodeToString(hash[:16]) + `"`
}

// sendSession answers a press or a link request, with the address of the hosted page if the order can be paid.
func sendSession(w http.ResponseWriter, status int, version *Version, key string) {
	session := shown(version, key)
	attempt := version.attempt(key)
	if attempt.Outcome == "open" && version.outcome() == "open" && attempt.RedirectURL != "" {
		session.RedirectURL = &attempt.RedirectURL
	}
	w.Header().Set("ETag", etagOf(version, key))
	send(w, status, "application/json", session)
}

func sendRead(w http.ResponseWriter, version *Version, key string) {
	w.Header().Set("ETag", etagOf(version, key))
	send(w, 200, "application/json", shown(version, key))
}

func sendProblem(w http.ResponseWriter, problem *Problem) {
	body := map[string]any{"title": problem.Title, "status": problem.Status}
	if problem.Type != "" {
		body["type"] = "urn:payin-checkout:" + problem.Type
	}
	if problem.Amount != nil {
		body["amount"] = problem.Amount
	}
	if problem.Pointer != "" {
		body["errors"] = []map[string]string{{"pointer": problem.Pointer, "detail": problem.Title}}
	}
	send(w, problem.Status, "application/problem+json", body)
}

func send(w http.ResponseWriter, status int, contentType string, body any) {
	w.Header().Set("Content-Type", contentType)
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

// banks answers with the service's list, without other fields.
func banks(w http.ResponseWriter, r *http.Request) error {
	page, size := number(r.URL.Query(), "page", 1), number(r.URL.Query(), "page_size", 20)
	if page < 1 || size < 1 || size > 100 {
		return &Problem{Status: 400, Title: "page is 1 or more, page_size from 1 to 100."}
	}
	var list struct {
		Content  []json.RawMessage `json:"content"`
		Page     int               `json:"page"`
		PageSize int               `json:"page_size"`
		HasMore  bool              `json:"has_more"`
	}
	if err := callService("GET", fmt.Sprintf("/banks?page=%d&page_size=%d", page, size), nil, "", &list); err != nil {
		return err
	}
	send(w, 200, "application/json", list)
	return nil
}

func number(query url.Values, name string, otherwise int) int {
	if !query.Has(name) {
		return otherwise
	}
	value, err := strconv.Atoi(query.Get(name))
	if err != nil {
		return -1
	}
	return value
}
