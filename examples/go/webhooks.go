package main

// Webhooks of the payment service.

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
)

// receiveWebhook handles a webhook. It is only a hint to read the payin; its content is not trusted.
func (s *Server) receiveWebhook(w http.ResponseWriter, r *http.Request) error {
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
