package main

// Replace this file: what only your shop knows of its orders.

import "regexp"

var orderID = regexp.MustCompile(`^A-[0-9]{1,9}$`)

// quote returns the price and the payer of an order. Never take a price from the browser.
func quote(order string) (amount Money, email string, ok bool) {
	if !orderID.MatchString(order) {
		return Money{}, "", false
	}
	return Money{"49.90", "EUR"}, "mara@example.test", true
}
