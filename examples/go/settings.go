package main

// The settings of the server: from the environment, and without any of them those of the sandbox on this machine.

import (
	"fmt"
	"os"
)

// The sandbox's own values, which everybody may know.
var settings = map[string]string{
	"PAYMENTS_BASE_URL":       "http://127.0.0.1:4100",
	"PAYMENTS_API_KEY":        "test_sandbox",
	"PAYMENTS_WEBHOOK_SECRET": "sandbox_webhook_secret",
	"PUBLIC_URL":              "http://127.0.0.1:4000",
}

// readSettings reads the environment. A server with one setting of its own needs all of them, and so does one in production:
// with the sandbox's secret, everybody could sign a webhook.
func readSettings() error {
	needsAll := os.Getenv("APP_ENV") == "production"
	for name := range settings {
		needsAll = needsAll || os.Getenv(name) != ""
	}
	if !needsAll {
		return nil
	}
	for name := range settings {
		settings[name] = os.Getenv(name)
		if settings[name] == "" {
			return fmt.Errorf("%s must be set", name)
		}
	}
	return nil
}

func setting(name string) string { return settings[name] }

func or(value, otherwise string) string {
	if value == "" {
		return otherwise
	}
	return value
}
