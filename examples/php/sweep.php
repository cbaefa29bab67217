<?php
// Reads payments at the service whose webhooks may be lost. Run it by cron every minute:
//
//   * * * * * php /srv/shop/sweep.php
declare(strict_types=1);

require_once __DIR__ . '/order.php';

/** Failed and expired payments can still be paid late, so they are read for a day. */
const TAIL_SECONDS = 24 * 3600;

foreach (allOrders() as $id) {
    foreach (readOrder($id)->attempts as $key => $attempt) {
        if (!isDueForSweep($attempt)) continue;
        try {
            withOrder($id, fn (Order $order) => $order->refresh((string) $key));
        } catch (Unavailable | Refused $error) {
            // The next run tries again. Never log the id of a session.
            error_log("Order $id: " . $error->getMessage());
        }
    }
}

/** The interval between reads grows: it is a tenth of the payment's age. */
function isDueForSweep(array $attempt): bool
{
    if (!isFollowed($attempt)) return false;
    $age = time() - $attempt['made_at'];
    if (in_array($attempt['outcome'], ['failed', 'expired'], true) && $age > TAIL_SECONDS) return false;
    return time() - $attempt['asked_at'] >= max(1, min(3600, $age / 10));
}
