package main

// What a status of the service means for a payment: the table of outcomes of the protocol.

var outcomes = map[string]string{
	"AUTHORIZED": "authorized", "SETTLED": "authorized", "COMPLETED": "complete",
	"FAILED": "failed", "EXPIRED": "expired", "CREATED": "open", "INITIATED": "open",
}

// outcomeAfter returns the outcome after a status, and false if the status is older than the outcome.
// A complete payment stays complete. Only FAILED or EXPIRED ends an authorized one.
func outcomeAfter(before, status string) (string, bool) {
	now, isKnown := outcomes[status]
	if !isKnown {
		// An unknown status, or DISPUTED, keeps the outcome.
		return before, true
	}
	if before == "complete" && now != "complete" || before != "open" && now == "open" {
		return before, false
	}
	return now, true
}
