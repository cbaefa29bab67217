<?php
// Replace this file: what only your shop knows of its orders.
declare(strict_types=1);

/**
 * The order as your shop has it now, or null if there is no such order, or it was withdrawn. Never take a price from the browser.
 * It is asked again before each page to pay on is given out, and when money comes.
 * @return ?array{value: string, currency: string, email: string, paid: bool} paid: in another way, such as at the till
 */
function quote(string $order): ?array
{
    if (!preg_match('/^A-\d{1,9}$/D', $order)) return null;
    // In place of your database: what has become of the order. The command of README.md writes such files for verify.
    $change = @file_get_contents((getenv('DATA_DIR') ?: __DIR__ . '/data') . "/change-$order");
    if ($change === 'withdraw') return null;
    $value = $change === 'price' ? '60.00' : '49.90';
    return ['value' => $value, 'currency' => 'EUR', 'email' => 'mara@example.test', 'paid' => $change === 'pay'];
}
