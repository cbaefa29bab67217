package main

// Replace this file: what only your shop knows of its orders.

import "regexp"

var orderID = regexp.MustCompile(`^A-[0-9]{1,9}$`)

// quote returns the order as your shop has it now, and false if there is no such order, or it was withdrawn. Never take a price
// from the browser. It is asked again before each page to pay on is given out, and when money comes.
func quote(order string) (Quote, bool) {
	if !orderID.MatchString(order) {
		return Quote{}, false
	}
	return Quote{Amount: Money{"49.90", "EUR"}, Email: "mara@example.test"}, true
}
