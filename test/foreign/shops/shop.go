package main

// The shop of examples/go for verify: what has become of an order is in a file.

import (
	"os"
	"regexp"
)

var orderID = regexp.MustCompile(`^A-[0-9]{1,9}$`)

func quote(order string) (Quote, bool) {
	if !orderID.MatchString(order) {
		return Quote{}, false
	}
	change, _ := os.ReadFile("change-" + order)
	if string(change) == "withdraw" {
		return Quote{}, false
	}
	value := "49.90"
	if string(change) == "price" {
		value = "60.00"
	}
	return Quote{Money{value, "EUR"}, "mara@example.test", string(change) == "pay"}, true
}
