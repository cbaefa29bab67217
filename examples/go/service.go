package main

// Calls to the payment service.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"
)

// Payin has the fields that this shop reads of the service's object.
type Payin struct {
	ID            string  `json:"id"`
	Status        string  `json:"status"`
	StatusDetails *string `json:"status_details"`
	RedirectURL   string  `json:"redirect_url"`
	ExpiresAt     *string `json:"expires_at"`
}

// Unavailable: the service gave no usable answer. The same call can be repeated.
type Unavailable struct {
	Reason     string
	RetryAfter time.Duration
}

func (e *Unavailable) Error() string { return e.Reason }

// Refused: the service refused, and would refuse again, for example because of a wrong key or a wrong field.
type Refused struct {
	Reason string
	Status int
}

func (e *Refused) Error() string { return e.Reason }

const mostAnswerBytes = 1 << 20

var client = &http.Client{
	Timeout: 8 * time.Second,
	// The API key must go to the service only.
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// callService makes one call and decodes the answer.
// The same key must always bring the same body, byte for byte.
func callService(method, path string, body []byte, key string, answer any) error {
	call := method + " " + path
	request, err := http.NewRequest(method, setting("PAYMENTS_BASE_URL")+"/api/v2"+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("X-API-Key", setting("PAYMENTS_API_KEY"))
	request.Header.Set("Content-Type", "application/json")
	if key != "" {
		request.Header.Set("Idempotency-Key", key)
	}
	response, err := client.Do(request)
	if err != nil {
		return &Unavailable{call + " got no answer", 2 * time.Second}
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, mostAnswerBytes))
	switch response.StatusCode {
	case 200, 201:
		if err == nil && json.Unmarshal(text, answer) == nil {
			return nil
		}
		return &Unavailable{call + " was cut", 2 * time.Second}
	case 400, 401, 403, 404, 422:
		return &Refused{fmt.Sprintf("%s was answered %d", call, response.StatusCode), response.StatusCode}
	}
	// 409, too: the first request with this key is still in flight.
	seconds, err := strconv.Atoi(response.Header.Get("Retry-After"))
	if err != nil || seconds < 1 {
		seconds = 2
	}
	return &Unavailable{fmt.Sprintf("%s was answered %d", call, response.StatusCode), time.Duration(seconds) * time.Second}
}
