// The merchant protocol of payin-checkout with Go's standard library alone. README.md says how to start it.
//
// main.go starts the server, server.go routes requests, sessions.go and webhooks.go answer them, order.go holds the rules of an
// order, store.go stores it, and service.go calls the payment service. shop.go is yours. It accepts payins of guests.
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

func main() {
	if err := readSettings(); err != nil {
		log.Fatal(err)
	}
	store, err := OpenStore(or(os.Getenv("DATA_DIR"), "data"))
	if err != nil {
		log.Fatal(err)
	}
	ended, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	go store.sweep(ended)
	server := &http.Server{
		Addr:              "127.0.0.1:" + or(os.Getenv("PORT"), "4000"),
		Handler:           &Server{store: store, heldPlaces: make(chan struct{}, mostHeld)},
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
