package main

// Which handler answers which request, and what becomes of its error.

import (
	"errors"
	"io"
	"log"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const mostBytes = 64 << 10

// Server answers requests.
type Server struct {
	store      *Store
	heldPlaces chan struct{}
}

// Problem is an error answer as RFC 9457 problem details.
type Problem struct {
	Status  int
	Title   string
	Pointer string
	// What the widget does about it (docs/protocol.md, Problems).
	Type string
	// The price now.
	Amount *Money
}

func (p *Problem) Error() string { return p.Title }

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	// A session's id is a capability, so no cache may store its address or its answer.
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	err := s.answer(w, r)
	var problem *Problem
	var unavailable *Unavailable
	switch {
	case err == nil:
	case errors.As(err, &problem):
		if problem.Status == 429 {
			w.Header().Set("Retry-After", "60")
		}
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

func (s *Server) answer(w http.ResponseWriter, r *http.Request) error {
	at := r.Method + " " + r.URL.Path
	session, isSession := within(r.URL.Path, "/checkout/sessions/", "")
	linked, isLink := within(r.URL.Path, "/checkout/sessions/", "/link")
	order, isOrder := within(r.URL.Path, "/orders/", "/paid")
	switch {
	case at == "GET /":
		return sendPage(w, or(r.URL.Query().Get("order"), "A-1001"))
	case at == "GET /payin-checkout.js":
		return sendScript(w, r)
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

// paid is for the shop: whether an order is paid, and how often it was shipped.
func (s *Server) paid(w http.ResponseWriter, id string) error {
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
