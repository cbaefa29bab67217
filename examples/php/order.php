<?php
// An order and its payments: the rules for when it becomes paid.
declare(strict_types=1);

require_once __DIR__ . '/service.php';
require_once __DIR__ . '/shop.php';
require_once __DIR__ . '/store.php';

/** Money that does not fit its order: problem type => what the page and a person read. */
const REVIEWS = ['price-changed' => 'amount_differs', 'order-withdrawn' => 'order_withdrawn', 'order-paid' => 'paid_twice'];

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
                'amount' => priceOf($quote),
                'reference' => $this->id,
                'payer' => ['email' => $quote['email']],
                'return_url' => "$shop/checkout/return?session=" . sessionOf($key),
                'webhook_url' => "$shop/webhooks/payins",
            ], JSON_UNESCAPED_SLASHES),
            'amount' => priceOf($quote),
            'payin' => null,
            'status' => 'CREATED',
            'status_details' => null,
            'outcome' => 'open',
            'review' => null,
            'settled' => false,
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
        if (!isFollowed($attempt)) return;
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
        foreach (array_keys($this->attempts) as $key) $this->refresh((string) $key);
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
        $attempt['status'] = $payin['status'];
        $attempt['status_details'] = $payin['status_details'] ?? null;
        $misfit = $now === 'complete' ? $this->misfit($attempt, quote($this->id)) : null;
        // Money that does not fit the order buys nothing. As authorized, the order cannot be paid again until a person has settled it.
        $attempt['outcome'] = $misfit === null ? $now : 'authorized';
        if ($misfit !== null) {
            $attempt['review'] = REVIEWS[$misfit];
            $this->alerts[] = "{$attempt['review']}: settle payin {$attempt['payin']} as accepted or as refunded.";
        } elseif ($now === 'complete') {
            $this->parcels[] = $attempt['payin'];
        }
    }

    /** Why money of this attempt does not buy the order as the shop has it now, as a problem type; null if it does. */
    public function misfit(array $attempt, ?array $quote): ?string
    {
        if ($quote === null) return 'order-withdrawn';
        if ($quote['paid'] || $this->parcels !== []) return 'order-paid';
        return priceOf($quote) === $attempt['amount'] ? null : 'price-changed';
    }

    /**
     * Call it before each answer with an address: the order may have changed since the last one.
     * @throws Problem if the payment of this attempt would not buy the order any more
     */
    public function requireFit(string $key): void
    {
        if ($this->attempts[$key]['outcome'] !== 'open' || $this->outcome() !== 'open') return;
        $quote = quote($this->id);
        $misfit = $this->misfit($this->attempts[$key], $quote);
        if ($misfit === null) return;
        throw new Problem(409, 'The order has changed.', type: $misfit, amount: $quote === null ? null : priceOf($quote));
    }

    /**
     * A person has decided about the money of a payin that is under review: it buys the order, or was given back.
     * @throws LogicException if the order was bought already
     */
    public function settle(string $payin, bool $accepted): void
    {
        foreach ($this->attempts as &$attempt) {
            if ($attempt['payin'] !== $payin || $attempt['review'] === null) continue;
            if ($accepted && $this->parcels !== []) throw new LogicException('The order was shipped: give this money back.');
            if ($accepted) $this->parcels[] = $payin;
            $attempt = ['outcome' => $accepted ? 'complete' : 'failed', 'review' => null, 'settled' => true] + $attempt;
        }
        $this->save();
    }

    /**
     * The session for the page: never the payer, the payin's id or the key of the attempt.
     * @param bool $withAddress whether to return the address of the hosted page: in answers to a press and to a link request
     */
    public function shown(string $key, bool $withAddress): array
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
            'review' => $attempt['review'],
            'amount' => $attempt['amount'],
            'reference' => $this->id,
            'redirect_url' => $canBePaid && $withAddress ? $attempt['redirect_url'] : null,
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

/** @return array{value: string, currency: string} */
function priceOf(array $quote): array
{
    return ['value' => $quote['value'], 'currency' => $quote['currency']];
}

/** Whether what the service says of an attempt still counts: not once its money has bought the order, or a person decides. */
function isFollowed(array $attempt): bool
{
    return $attempt['outcome'] !== 'complete' && $attempt['review'] === null && !$attempt['settled'];
}

/** The id of a session. It cannot be guessed, and it is not stored, so it cannot leak from a file. */
function sessionOf(string $key): string
{
    return 'cs_' . hash_hmac('sha256', $key, setting('PAYMENTS_API_KEY'));
}
