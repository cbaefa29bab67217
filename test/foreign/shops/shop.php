<?php
// The shop of examples/php for verify: what has become of an order is in a file.
declare(strict_types=1);

/** @return ?array{value: string, currency: string, email: string, paid: bool} */
function quote(string $order): ?array
{
    if (!preg_match('/^A-\d{1,9}$/D', $order)) return null;
    $change = @file_get_contents(__DIR__ . "/change-$order") ?: '';
    if ($change === 'withdraw') return null;
    $value = $change === 'price' ? '60.00' : '49.90';
    return ['value' => $value, 'currency' => 'EUR', 'email' => 'mara@example.test', 'paid' => $change === 'pay'];
}
