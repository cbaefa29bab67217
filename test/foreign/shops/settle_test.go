package main

// Settles the payin p1 of order A-1001, which is under review.

import "testing"

func settled(t *testing.T, accepted bool) *Version {
	store, err := OpenStore(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	order := store.Order("A-1001")
	state := order.now.Load().State.changed()
	review := "amount_differs"
	state.Attempts = []Attempt{{Key: "k", Payin: "p1", Outcome: "authorized", Review: &review}}
	if err := store.Save(state); err != nil {
		t.Fatal(err)
	}
	if err := store.Settle(order, "p1", accepted); err != nil {
		t.Fatal(err)
	}
	// What the service says of it counts no more: nothing is asked here.
	if err := store.refresh(order, "k"); err != nil {
		t.Fatal(err)
	}
	return order.now.Load()
}

func TestMoneyThatIsAcceptedBuysTheOrder(t *testing.T) {
	if order := settled(t, true); order.outcome() != "complete" || len(order.Parcels) != 1 {
		t.Error(order.State)
	}
}

func TestMoneyThatIsRefundedLetsTheOrderBePaidAgain(t *testing.T) {
	if order := settled(t, false); order.outcome() != "open" || len(order.Parcels) != 0 {
		t.Error(order.State)
	}
}
