<?php
// An order and its payments: one file for each order, and the rules of how it becomes paid.
//
// A shop has a database and needs nothing of the first half: `withOrder` is a transaction that begins with
// `SELECT … FOR UPDATE`. Here a file does the same: a lock, and a new file that takes the place of the old one.
declare(strict_types=1);

require_once __DIR__ . '/service.php';

/** Yours: what an order costs and who pays it. The browser never sends a price. */
function quote(string $order): ?array
{
    if (!preg_match('/^A-\d{1,9}$/D', $order)) return null;
    return ['value' => '49.90', 'currency' => 'EUR', 'email' => 'mara@example.test'];
}

final class Order
{
    /** @var array<string, string> Idempotency-Key of a press => key of an attempt */
    public array $presses = [];
    /** @var array<string, array> key of an attempt => what is known of it, the oldest first */
    public array $attempts = [];
    /** @var string[] What was packed: the payins that paid for it. Never more than one. */
    public array $parcels = [];
    /** @var string[] For a person to look at. */
    public array $alerts = [];

    public function __construct(public readonly string $id)
    {
    }

    /** What the order has reached by any of its payments. */
    public function outcome(): string
    {
        $reached = array_column($this->attempts, 'outcome');
        foreach (['complete', 'authorized'] as $outcome) if (in_array($outcome, $reached, true)) return $outcome;
        return 'open';
    }

    /** Writes down an attempt before it is sent: a process that dies meanwhile sends the same bytes again. */
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
     * Asks the service what became of an attempt; makes its payin where that is not known to be made.
     * Everything that brings news comes here: a press, a webhook, a read, the sweep.
     * @throws Unavailable
     * @throws Refused
     */
    public function refresh(string $key): void
    {
        $attempt = $this->attempts[$key];
        if ($attempt['payin'] !== null) $payin = callService('GET', "/payins/{$attempt['payin']}");
        // The service forgets a key after 24 hours, and would make a second payin of it.
        elseif (time() - $attempt['made_at'] > 20 * 3600) $payin = $this->findLost();
        else $payin = $this->send($key);
        $this->apply($key, $payin);
        $this->save();
    }

    /** The frozen bytes with their key, as often as needed: the service makes one payin of them. */
    private function send(string $key): array
    {
        try {
            return callService('POST', '/payins', $this->attempts[$key]['body'], $key);
        } catch (Refused $error) {
            // These bytes will never be a payin: a later press makes other ones. A wrong API key says nothing about them.
            if (in_array($error->status, [400, 422], true)) $this->drop($key);
            throw $error;
        }
    }

    private function drop(string $key): void
    {
        unset($this->attempts[$key]);
        $this->presses = array_filter($this->presses, fn ($attempt) => $attempt !== $key);
        $this->save();
    }

    /** Before a new attempt: a payment whose webhook was lost is not paid again. Failed ones can still be paid late. */
    public function refreshAll(): void
    {
        foreach ($this->attempts as $key => $attempt) if ($attempt['outcome'] !== 'complete') $this->refresh($key);
    }

    /** The payin of an attempt whose answer never came, by the order's reference. */
    private function findLost(): array
    {
        $known = array_column($this->attempts, 'payin');
        $found = callService('GET', '/payins?page_size=100&reference=' . rawurlencode($this->id));
        foreach ($found['content'] ?? [] as $payin) if (!in_array($payin['id'], $known, true)) return $payin;
        return ['status' => 'EXPIRED'];
    }

    /** The one place where an order becomes paid: in the same write as the session becomes complete. */
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

    /** What the page is told: never the payer, the payin's id or the key of the attempt. */
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
            // null takes an address back that the page has from an earlier answer.
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
 * What a status makes of an outcome; null where it is older news and says nothing.
 * A payment that is complete stays it. A promise is ended only by FAILED or EXPIRED.
 */
function outcomeAfter(string $before, string $status): ?string
{
    $outcomes = [
        'AUTHORIZED' => 'authorized', 'SETTLED' => 'authorized', 'COMPLETED' => 'complete',
        'FAILED' => 'failed', 'EXPIRED' => 'expired', 'CREATED' => 'open', 'INITIATED' => 'open',
    ];
    // A word that is new to us, and DISPUTED, which keeps what was reached.
    $now = $outcomes[$status] ?? $before;
    if ($before === 'complete' && $now !== 'complete') return null;
    if ($before !== 'open' && $now === 'open') return null;
    return $now;
}

/** The id of a session: nobody can guess it, and it stands in no file, so that nobody can read it there either. */
function sessionOf(string $key): string
{
    return 'cs_' . hash_hmac('sha256', $key, setting('PAYMENTS_API_KEY'));
}

/**
 * Works on an order while no other process does.
 * @param callable(Order): mixed $work
 */
function withOrder(string $id, callable $work): mixed
{
    // A file of its own: the order's file is another one after each write. The lock ends with the process.
    $lock = fopen(fileOf('locks', $id), 'c');
    flock($lock, LOCK_EX);
    try {
        return $work(readOrder($id));
    } finally {
        fclose($lock);
    }
}

/** An order as it stands: needs no lock, as its file is always a whole one. */
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

/** Remembers to which order a session belongs. */
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

/** @return string[] the ids of all orders that somebody has pressed for */
function allOrders(): array
{
    $files = glob(dirname(fileOf('orders', '')) . '/*.json') ?: [];
    return array_map(fn ($file) => json_decode(file_get_contents($file), true)['id'], $files);
}

/** Never a name that came from outside: it could lead into another folder. */
function fileOf(string $folder, string $name): string
{
    $path = (getenv('DATA_DIR') ?: __DIR__ . '/data') . "/$folder";
    if (!is_dir($path)) @mkdir($path, 0700, true);
    return "$path/" . hash('sha256', $name) . '.json';
}

/** All of it or nothing, also when the power goes: written beside, brought to the disk, and put in its place. */
function writeWhole(string $path, string $text): void
{
    $beside = "$path." . bin2hex(random_bytes(4));
    $file = fopen($beside, 'x');
    if (fwrite($file, $text) !== strlen($text) || !fsync($file)) throw new RuntimeException("Could not write $path");
    fclose($file);
    rename($beside, $path);
}
