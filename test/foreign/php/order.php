<?php
// An order and its payments: one file for each order, and the rules for when it becomes paid.
//
// A shop with a database does not need the file functions: `withOrder` is then a transaction that begins with
// `SELECT … FOR UPDATE`. Here a lock and an atomic file replacement do the same.
declare(strict_types=1);

require_once __DIR__ . '/service.php';

/** Replace this: the price and the payer of an order. Never take a price from the browser. */
function quote(string $order): ?array
{
    if (!preg_match('/^A-\d{1,9}$/D', $order)) return null;
    return ['value' => '49.90', 'currency' => 'EUR', 'email' => 'mara@example.test'];
}

final class Order
{
    /** @var array<string, string> Idempotency-Key of a create request => key of an attempt */
    public array $requestKeys = [];
    /** @var array<string, array> key of an attempt => the attempt, oldest first */
    public array $attempts = [];
    /** @var string[] The payins whose order was shipped. Never more than one. */
    public array $parcels = [];
    /** @var string[] Alerts for a person. */
    public array $alerts = [];

    public function __construct(public readonly string $id)
    {
    }

    /** The best outcome of all payments of the order. */
    public function outcome(): string
    {
        $reached = array_column($this->attempts, 'outcome');
        foreach (['complete', 'authorized'] as $outcome) if (in_array($outcome, $reached, true)) return $outcome;
        return 'open';
    }

    /** Stores an attempt before it is sent, so that the same bytes are sent again after a crash. */
    public function freeze(array $quote): string
    {
        $key = bin2hex(random_bytes(16));
        $shop = setting('PUBLIC_URL');
        $this->attempts[$key] = [
            'body' => json_encode([
                'amount' => ['value' => $quote['value'], 'currency' => $quote['currency']],
                'reference' => $this->id,
                'payer' => ['email' => $quote['email']],
                'return_url' => "$shop/checkout/return?session=" . sessionOf($key),
                'webhook_url' => "$shop/webhooks/payins",
            ], JSON_UNESCAPED_SLASHES),
            'amount' => ['value' => $quote['value'], 'currency' => $quote['currency']],
            'payin' => null,
            'status' => 'CREATED',
            'status_details' => null,
            'outcome' => 'open',
            'redirect_url' => null,
            'expires_at' => null,
            'made_at' => time(),
            'asked_at' => 0,
        ];
        index(sessionOf($key), $this->id);
        $this->save();
        return $key;
    }

    /**
     * Reads an attempt's payin at the service, or creates it if it may not exist yet.
     * Create requests, webhooks, reads and the sweep all call this.
     * @throws Unavailable
     * @throws Refused
     */
    public function refresh(string $key): void
    {
        $attempt = $this->attempts[$key];
        if ($attempt['payin'] !== null) $payin = callService('GET', "/payins/{$attempt['payin']}");
        // The service forgets a key after 24 hours and would then create a second payin.
        elseif (time() - $attempt['made_at'] > 20 * 3600) $payin = $this->findLost();
        else $payin = $this->send($key);
        $this->apply($key, $payin);
        $this->save();
    }

    /** Sends the frozen bytes with their key, as often as needed. The service creates one payin for them. */
    private function send(string $key): array
    {
        try {
            return callService('POST', '/payins', $this->attempts[$key]['body'], $key);
        } catch (Refused $error) {
            // The service refused these bytes for good, so a later request sends new ones. A wrong API key proves nothing about them.
            if (in_array($error->status, [400, 422], true)) $this->drop($key);
            throw $error;
        }
    }

    private function drop(string $key): void
    {
        unset($this->attempts[$key]);
        $this->requestKeys = array_filter($this->requestKeys, fn ($attempt) => $attempt !== $key);
        $this->save();
    }

    /** Reads all payments before a new attempt: a webhook may be lost, and a failed payment can still be paid late. */
    public function refreshAll(): void
    {
        foreach ($this->attempts as $key => $attempt) if ($attempt['outcome'] !== 'complete') $this->refresh($key);
    }

    /** Finds the payin of an attempt without an answer, by the order's reference. */
    private function findLost(): array
    {
        $known = array_column($this->attempts, 'payin');
        $found = callService('GET', '/payins?page_size=100&reference=' . rawurlencode($this->id));
        foreach ($found['content'] ?? [] as $payin) if (!in_array($payin['id'], $known, true)) return $payin;
        return ['status' => 'EXPIRED'];
    }

    /** The only place where an order becomes paid, in the same write that makes the session complete. */
    private function apply(string $key, array $payin): void
    {
        $attempt = &$this->attempts[$key];
        $before = $attempt['outcome'];
        $now = outcomeAfter($before, (string) ($payin['status'] ?? ''));
        $attempt['payin'] ??= $payin['id'] ?? null;
        $attempt['redirect_url'] = $payin['redirect_url'] ?? $attempt['redirect_url'];
        $attempt['expires_at'] = $payin['expires_at'] ?? $attempt['expires_at'];
        $attempt['asked_at'] = time();
        if ($now === null) return;
        $attempt['outcome'] = $now;
        $attempt['status'] = $payin['status'];
        $attempt['status_details'] = $payin['status_details'] ?? null;
        if ($now !== 'complete' || $before === 'complete') return;
        if ($this->parcels === []) $this->parcels[] = $attempt['payin'];
        else $this->alerts[] = "Paid twice: give the money of payin {$attempt['payin']} back.";
    }

    /** The session for the page: never the payer, the payin's id or the key of the attempt. */
    public function shown(string $key): array
    {
        $attempt = $this->attempts[$key];
        $canBePaid = $attempt['outcome'] === 'open' && $this->outcome() === 'open';
        return [
            'id' => sessionOf($key),
            'kind' => 'payin',
            'status' => $attempt['status'],
            'status_details' => $attempt['status_details'],
            'outcome' => $attempt['outcome'],
            'order_outcome' => $this->outcome(),
            'amount' => $attempt['amount'],
            'reference' => $this->id,
            // null replaces an address from an earlier answer.
            'redirect_url' => $canBePaid ? $attempt['redirect_url'] : null,
            'expires_at' => $attempt['expires_at'],
        ];
    }

    public function save(): void
    {
        writeWhole(fileOf('orders', $this->id), json_encode(get_object_vars($this)));
    }
}

/**
 * The outcome after a status; null if the status is older than the outcome.
 * A complete payment stays complete. Only FAILED or EXPIRED ends an authorized one.
 */
function outcomeAfter(string $before, string $status): ?string
{
    $outcomes = [
        'AUTHORIZED' => 'authorized', 'SETTLED' => 'authorized', 'COMPLETED' => 'complete',
        'FAILED' => 'failed', 'EXPIRED' => 'expired', 'CREATED' => 'open', 'INITIATED' => 'open',
    ];
    // An unknown status, or DISPUTED, keeps the outcome.
    $now = $outcomes[$status] ?? $before;
    if ($before === 'complete' && $now !== 'complete') return null;
    if ($before !== 'open' && $now === 'open') return null;
    return $now;
}

/** The id of a session. It cannot be guessed, and it is not stored, so it cannot leak from a file. */
function sessionOf(string $key): string
{
    return 'cs_' . hash_hmac('sha256', $key, setting('PAYMENTS_API_KEY'));
}

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
