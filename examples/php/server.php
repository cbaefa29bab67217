<?php
// The merchant protocol of payin-checkout in plain PHP 8.2. README.md says how to start it.
//
// This file handles HTTP, with answers.php and page.php. order.php holds the rules of an order, store.php its file, and
// service.php calls the payment service. shop.php is yours.
// It accepts payins of guests. It holds no reads, because each would occupy a worker.
declare(strict_types=1);

require_once __DIR__ . '/answers.php';
require_once __DIR__ . '/order.php';
require_once __DIR__ . '/page.php';
require_once __DIR__ . '/shop.php';

/** A page may poll every second, but the service is read less often. */
const ASK_AFTER_SECONDS = 2;

ini_set('display_errors', '0');
header_remove('X-Powered-By');
// A session's id is a capability, so no cache may store its address or its answer.
header('Cache-Control: no-store');
header('X-Content-Type-Options: nosniff');

try {
    checkSettings();
    answer($_SERVER['REQUEST_METHOD'], (string) parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH));
} catch (Problem $problem) {
    if ($problem->status === 429) header('Retry-After: 60');
    sendProblem($problem);
} catch (Unavailable $error) {
    // The widget retries with the same key. Never 409: that means "paid".
    header("Retry-After: $error->retryAfter");
    sendProblem(new Problem(503, 'The payment service cannot be reached now.'));
} catch (Throwable $error) {
    error_log((string) $error->getMessage());
    sendProblem(new Problem(500, 'This does not work now.'));
}

function answer(string $method, string $path): void
{
    $at = "$method $path";
    if ($at === 'GET /') sendPage(is_string($_GET['order'] ?? null) ? $_GET['order'] : 'A-1001');
    elseif ($at === 'GET /payin-checkout.js') sendScript();
    elseif ($at === 'POST /checkout/sessions') sendSession(201, ...createSession());
    elseif (preg_match('#^GET /checkout/sessions/([^/]+)$#D', $at, $match)) sendRead(...read($match[1]));
    elseif (preg_match('#^POST /checkout/sessions/([^/]+)/link$#D', $at, $match)) sendSession(200, ...freshLink($match[1]));
    elseif ($at === 'GET /checkout/banks') send(200, banks());
    elseif ($at === 'GET /checkout/return') sendReturnPage();
    elseif ($at === 'POST /webhooks/payins') receiveWebhook();
    elseif (preg_match('#^GET /orders/([^/]+)/paid$#D', $at, $match)) sendPaid(rawurldecode($match[1]));
    else throw new Problem(404, 'Nothing is here.');
}

/** A create request. @return array{Order, string} the order and the key of the attempt */
function createSession(): array
{
    $requestKey = $_SERVER['HTTP_IDEMPOTENCY_KEY'] ?? '';
    if (!preg_match('/^[\x21-\x7e]{8,64}$/D', $requestKey)) throw new Problem(400, 'Idempotency-Key must be a UUID.');
    $asked = json_decode(body(), true);
    if (!is_array($asked) || array_is_list($asked)) throw new Problem(400, 'The body must be a JSON object.');
    $id = $asked['order'] ?? null;
    // An unknown id makes no file.
    if (!is_string($id) || quote($id) === null && readOrder($id)->attempts === []) {
        throw new Problem(422, 'There is no such order.', '/order');
    }
    if (($asked['kind'] ?? 'payin') !== 'payin') throw new Problem(422, 'Only payins are taken here.', '/kind');

    return withOrder($id, function (Order $order) use ($requestKey): array {
        $key = $order->requestKeys[$requestKey] ?? newSession($order, $requestKey);
        $order->requireFit($key);
        if ($order->attempts[$key]['payin'] === null) $order->refresh($key);
        return [$order, $key];
    });
}

/** The open payment that the order has, or a new one that is not sent yet. @return string the key of the attempt */
function newSession(Order $order, string $requestKey): string
{
    $order->refreshAll();
    $quote = quote($order->id);
    if ($quote === null) throw new Problem(409, 'The order was withdrawn.', type: 'order-withdrawn');
    if ($quote['paid'] || $order->outcome() === 'complete') throw new Problem(409, 'This order is paid.', type: 'order-paid');
    if ($order->outcome() === 'authorized') throw new Problem(409, 'A payment is promised.', type: 'order-promised');
    $open = array_filter($order->attempts, fn ($attempt) => $attempt['outcome'] === 'open');
    // Another tab continues the open payment.
    $fitting = array_filter($open, fn ($attempt) => $order->misfit($attempt, $quote) === null);
    if ($fitting === [] && count($open) >= 2) throw new Problem(429, 'Two payments are open.', type: 'two-payments-open');
    $key = (string) (array_key_first($fitting) ?? $order->freeze($quote));
    $order->requestKeys[$requestKey] = $key;
    $order->save();
    return $key;
}

/** A session whose page is opened again. For a payin, its address stays the same. @return array{Order, string} */
function freshLink(string $session): array
{
    [$order, $key] = read($session);
    $order->requireFit($key);
    return [$order, $key];
}

/** A session as it is now. @return array{Order, string} the order and the key of the attempt */
function read(string $session): array
{
    $order = orderOf($session);
    if ($order === null) throw new Problem(404, 'There is no such session.');
    $known = readOrder($order);
    $key = keyOf($known, $session);
    if (isDue($known->attempts[$key])) $known = withOrder($order, fn (Order $now) => asked($now, $key));
    return [$known, $key];
}

function isDue(array $attempt): bool
{
    return isFollowed($attempt) && time() - $attempt['asked_at'] >= ASK_AFTER_SECONDS;
}

/** Updates the outcome from the service; keeps the known one if the service does not answer. */
function asked(Order $order, string $key): Order
{
    try {
        // Another read may have updated it while this one waited for the lock.
        if (isDue($order->attempts[$key])) $order->refresh($key);
    } catch (Unavailable | Refused $error) {
        error_log($error->getMessage());
    }
    return $order;
}

/** The attempt of a session. */
function keyOf(Order $order, string $session): string
{
    foreach ($order->attempts as $key => $_) if (hash_equals(sessionOf((string) $key), $session)) return (string) $key;
    throw new Problem(404, 'There is no such session.');
}

/** A webhook. It is only a hint to read the payin; its content is not trusted. */
function receiveWebhook(): void
{
    $bytes = body();
    $signature = strtolower($_SERVER['HTTP_X_WEBHOOK_SIGNATURE'] ?? '');
    $right = hash_hmac('sha256', $bytes, setting('PAYMENTS_WEBHOOK_SECRET'));
    if (!hash_equals($right, $signature)) throw new Problem(401, 'The signature is wrong.');
    $event = json_decode($bytes, true);
    $id = is_array($event) ? ($event['id'] ?? null) : null;
    $reference = is_array($event) ? ($event['reference'] ?? null) : null;
    if (!is_string($id) || !is_string($reference)) throw new Problem(400, 'This is no payin.');
    // 2xx only after the change is stored. If the payin cannot be read now, answer 503: the service sends the webhook again.
    withOrder($reference, function (Order $order) use ($id): void {
        foreach ($order->attempts as $key => $attempt) {
            // The payin's id is unknown if the answer of the service was lost.
            if ($attempt['payin'] === $id || $attempt['payin'] === null) $order->refresh((string) $key);
        }
    });
    http_response_code(204);
}

/** The service's list, without other fields. */
function banks(): array
{
    $page = filter_var($_GET['page'] ?? 1, FILTER_VALIDATE_INT, ['options' => ['min_range' => 1]]);
    $size = filter_var($_GET['page_size'] ?? 20, FILTER_VALIDATE_INT, ['options' => ['min_range' => 1, 'max_range' => 100]]);
    if ($page === false || $size === false) throw new Problem(400, 'page is 1 or more, page_size from 1 to 100.');
    $list = callService('GET', "/banks?page=$page&page_size=$size");
    return array_intersect_key($list, array_flip(['content', 'page', 'page_size', 'has_more']));
}

/** For the shop: whether an order is paid, and how often it was shipped. */
function sendPaid(string $id): void
{
    $parcels = count(readOrder($id)->parcels);
    send(200, ['paid' => $parcels > 0, 'times' => $parcels]);
}
