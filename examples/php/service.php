<?php
// Calls to the payment service in plain PHP, without Composer or curl.
declare(strict_types=1);

require_once __DIR__ . '/settings.php';

/** The service gave no usable answer. The same call can be repeated. */
final class Unavailable extends RuntimeException
{
    public function __construct(string $message, public readonly int $retryAfter = 2)
    {
        parent::__construct($message);
    }
}

/** The service refused, and would refuse again: a wrong key or a wrong field. */
final class Refused extends RuntimeException
{
    public function __construct(string $message, public readonly int $status)
    {
        parent::__construct($message);
    }
}

/**
 * One call. It needs a time limit, because it blocks a PHP worker.
 * @param ?string $body the bytes to send. The same key must always bring the same bytes
 * @throws Unavailable
 * @throws Refused
 */
function callService(string $method, string $path, ?string $body = null, ?string $key = null): array
{
    $headers = ['X-API-Key: ' . setting('PAYMENTS_API_KEY'), 'Content-Type: application/json'];
    if ($key !== null) $headers[] = "Idempotency-Key: $key";
    $context = stream_context_create(['http' => [
        'method' => $method,
        'header' => $headers,
        'content' => $body ?? '',
        'timeout' => 8,
        'follow_location' => 0,
        // Without it, PHP discards the body of an error.
        'ignore_errors' => true,
    ]]);
    $text = @file_get_contents(setting('PAYMENTS_BASE_URL') . "/api/v2$path", false, $context);
    // PHP sets this variable to the headers of the answer.
    $answered = $http_response_header ?? [];
    $status = preg_match('#^HTTP/\S+ (\d{3})#', $answered[0] ?? '', $match) ? (int) $match[1] : 0;
    // Not 409: it means that the first request with this key is still in flight, which is temporary.
    if (in_array($status, [400, 401, 403, 404, 422], true)) {
        throw new Refused("$method $path was answered $status", $status);
    }
    // An incomplete answer is not JSON or has no id, so it does not count as an answer.
    $json = $status >= 200 && $status < 300 ? json_decode((string) $text, true) : null;
    if (is_array($json)) return $json;
    throw new Unavailable("$method $path was answered $status", retryAfterIn($answered));
}

/** @param string[] $headers */
function retryAfterIn(array $headers): int
{
    foreach ($headers as $header) {
        if (preg_match('/^Retry-After:\s*(\d{1,4})\s*$/i', $header, $match)) return max(1, (int) $match[1]);
    }
    return 2;
}
