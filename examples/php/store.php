<?php
// Where orders are stored: one file for each.
//
// A shop with a database needs none of this: `withOrder` is then a transaction that begins with `SELECT … FOR UPDATE`. Here a
// lock and an atomic file replacement do the same.
declare(strict_types=1);

/**
 * Works on an order with a lock against other processes.
 * @param callable(Order): mixed $work
 */
function withOrder(string $id, callable $work): mixed
{
    // A separate lock file, because each write replaces the order's file. The lock ends with the process.
    $lock = fopen(fileOf('locks', $id), 'c');
    flock($lock, LOCK_EX);
    try {
        return $work(readOrder($id));
    } finally {
        fclose($lock);
    }
}

/** Reads an order without a lock, because its file is always complete. */
function readOrder(string $id): Order
{
    $order = new Order($id);
    $text = @file_get_contents(fileOf('orders', $id));
    if ($text === false) return $order;
    foreach (json_decode($text, true, 512, JSON_THROW_ON_ERROR) as $name => $value) {
        if ($name !== 'id') $order->$name = $value;
    }
    return $order;
}

/** Stores which order a session belongs to. */
function index(string $session, string $order): void
{
    writeWhole(fileOf('sessions', $session), $order);
}

/** The order of a session, or null. */
function orderOf(string $session): ?string
{
    $order = @file_get_contents(fileOf('sessions', $session));
    return $order === false ? null : $order;
}

/** @return string[] the ids of all orders with a create request */
function allOrders(): array
{
    $files = glob(dirname(fileOf('orders', '')) . '/*.json') ?: [];
    return array_map(fn ($file) => json_decode(file_get_contents($file), true)['id'], $files);
}

/** Never uses input as a file name, because it could lead to another folder. */
function fileOf(string $folder, string $name): string
{
    $path = (getenv('DATA_DIR') ?: __DIR__ . '/data') . "/$folder";
    if (!is_dir($path)) @mkdir($path, 0700, true);
    return "$path/" . hash('sha256', $name) . '.json';
}

/** An atomic write, also in a power cut: writes a new file, flushes it, and renames it. */
function writeWhole(string $path, string $text): void
{
    $beside = "$path." . bin2hex(random_bytes(4));
    $file = fopen($beside, 'x');
    if (fwrite($file, $text) !== strlen($text) || !fsync($file)) throw new RuntimeException("Could not write $path");
    fclose($file);
    rename($beside, $path);
}
