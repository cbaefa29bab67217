<?php
// The pages with the elements, and their script. Your shop has its own page, and your web server sends the script.
declare(strict_types=1);

const SCRIPT = __DIR__ . '/node_modules/payin-checkout/dist/payin-checkout.js';

/** @throws Problem if there is no such order */
function sendPage(string $order): void
{
    $quote = quote($order) ?? throw new Problem(404, 'There is no such order.');
    ['value' => $value, 'currency' => $currency] = $quote;
    $id = htmlspecialchars($order);
    sendHtml(<<<HTML
        <!doctype html>
        <html lang="en">
          <meta charset="utf-8">
          <meta name="viewport" content="width=device-width, initial-scale=1">
          <title>Order $id</title>
          <link rel="icon" href="data:,">
          <script src="/payin-checkout.js" async></script>
          <main style="max-width: 420px; margin: 10vh auto; padding: 0 16px; font-family: system-ui">
            <h1>Order $id</h1>
            <payin-checkout endpoint="/checkout" order="$id" amount="$value" currency="$currency"></payin-checkout>
          </main>
          <script>
            document.querySelector('payin-checkout').addEventListener('payment-complete', (event) => {
              document.querySelector('h1').textContent = `Thank you for order \${event.detail.reference}`
            })
          </script>
        </html>
        HTML);
}

/** The page to which the service sends the shopper back. */
function sendReturnPage(): void
{
    sendHtml(<<<'HTML'
        <!doctype html>
        <html lang="en">
          <meta charset="utf-8">
          <meta name="viewport" content="width=device-width, initial-scale=1">
          <title>Checking your payment</title>
          <link rel="icon" href="data:,">
          <script src="/payin-checkout.js" async></script>
          <payin-return endpoint="/checkout"></payin-return>
        </html>
        HTML);
}

function sendHtml(string $html): void
{
    header('Content-Type: text/html; charset=utf-8');
    echo $html;
}

/** @throws Problem if the package is not installed */
function sendScript(): void
{
    if (!is_file(SCRIPT)) throw new Problem(404, 'Run in this folder: npm install payin-checkout');
    header('Content-Type: text/javascript; charset=utf-8');
    header('Cache-Control: no-cache');
    readfile(SCRIPT);
}
