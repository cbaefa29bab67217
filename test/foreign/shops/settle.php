<?php
// Settles the payin p1 of order A-1001, which is under review, as the first argument says. Prints the order.
declare(strict_types=1);

require_once 'order.php';

withOrder('A-1001', function (Order $order): void {
    $key = $order->freeze(quote('A-1001'));
    $order->attempts[$key] = ['payin' => 'p1', 'outcome' => 'authorized', 'review' => 'amount_differs'] + $order->attempts[$key];
    $order->save();
});
withOrder('A-1001', fn (Order $order) => $order->settle('p1', $GLOBALS['argv'][1] === 'accepted'));
$order = readOrder('A-1001');
// What the service says of it counts no more: nothing is asked here.
$order->refreshAll();
echo json_encode(['outcome' => $order->outcome(), 'parcels' => $order->parcels]);
