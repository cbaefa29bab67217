package main

// Replace this file: what only your shop knows of its orders.

import (
	"os"
	"path/filepath"
	"regexp"
)

var orderID = regexp.MustCompile(`^A-[0-9]{1,9}$`)

// quote returns the order as your shop has it now, and false if there is no such order, or it was withdrawn. Never take a price
// from the browser. It is asked again before each page to pay on is given out, and when money comes.
func quote(order string) (Quote, bool) {
	if !orderID.MatchString(order) {
		return Quote{}, false
	}
	value := "49.90"
	// In place of your database: what has become of the order. The command of README.md writes such files for verify.
	change, _ := os.ReadFile(filepath.Join(or(os.Getenv("DATA_DIR"), "data"), "change-"+order))
	switch string(change) {
	case "withdraw":
		return Quote{}, false
	case "price":
		value = "60.00"
	}
	return Quote{Money{value, "EUR"}, "mara@example.test", string(change) == "pay"}, true
}
