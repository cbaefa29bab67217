<?php
// Bodies of requests, and answers.
declare(strict_types=1);

const MOST_BYTES = 65536;

/** An error answer as RFC 9457 problem details. */
final class Problem extends RuntimeException
{
    /**
     * @param ?string $type what the widget does about it (docs/protocol.md, Problems)
     * @param ?array{value: string, currency: string} $amount the price now
     */
    public function __construct(
        public readonly int $status,
        string $title,
        public readonly ?string $pointer = null,
        public readonly ?string $type = null,
        public readonly ?array $amount = null,
    ) {
        parent::__construct($title);
    }
}

/** @throws Problem if the body is too large */
function body(): string
{
    $bytes = (string) file_get_contents('php://input', false, null, 0, MOST_BYTES + 1);
    if (strlen($bytes) > MOST_BYTES) throw new Problem(413, 'The body is too long.');
    return $bytes;
}

/** Answers a press or a link request: the only answers with the address of the hosted page. */
function sendSession(int $status, Order $order, string $key): void
{
    header('ETag: ' . etagOf($order, $key));
    send($status, $order->shown($key, withAddress: true));
}

/** Answers a read: 304 if the page has the current state. */
function sendRead(Order $order, string $key): void
{
    $etag = etagOf($order, $key);
    header("ETag: $etag");
    if (($_SERVER['HTTP_IF_NONE_MATCH'] ?? '') === $etag) http_response_code(304);
    else send(200, $order->shown($key, withAddress: false));
}

/** Changes with what a read answers. */
function etagOf(Order $order, string $key): string
{
    $text = json_encode($order->shown($key, withAddress: false), JSON_THROW_ON_ERROR);
    return '"' . substr(hash('sha256', $text), 0, 32) . '"';
}

function send(int $status, array $body, string $type = 'application/json'): void
{
    http_response_code($status);
    header("Content-Type: $type");
    // PHP sends no Date header by default, and the page needs it for the time left.
    header('Date: ' . gmdate('D, d M Y H:i:s') . ' GMT');
    echo json_encode($body, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
}

function sendProblem(Problem $problem): void
{
    $title = $problem->getMessage();
    send($problem->status, array_filter([
        'title' => $title,
        'status' => $problem->status,
        'type' => $problem->type === null ? null : "urn:payin-checkout:$problem->type",
        'amount' => $problem->amount,
        'errors' => $problem->pointer === null ? null : [['pointer' => $problem->pointer, 'detail' => $title]],
    ]), 'application/problem+json');
}
