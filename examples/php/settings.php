<?php
// The settings of the server: from the environment, and without any of them those of the sandbox on this machine.
declare(strict_types=1);

/** The sandbox's own values, which everybody may know. */
const SANDBOX = [
    'PAYMENTS_BASE_URL' => 'http://127.0.0.1:4100',
    'PAYMENTS_API_KEY' => 'test_sandbox',
    'PAYMENTS_WEBHOOK_SECRET' => 'sandbox_webhook_secret',
    'PUBLIC_URL' => 'http://127.0.0.1:4000',
];

/**
 * A setting. A server with one setting of its own needs all of them, and so does one in production: with the sandbox's secret,
 * everybody could sign a webhook.
 * @throws LogicException if it is missing
 */
function setting(string $name): string
{
    $value = (string) getenv($name);
    if ($value !== '') return $value;
    if (getenv('APP_ENV') === 'production' || array_filter(array_map('getenv', array_keys(SANDBOX)))) {
        throw new LogicException("$name must be set.");
    }
    return SANDBOX[$name];
}

/** @throws LogicException that names a setting that is missing */
function checkSettings(): void
{
    array_map('setting', array_keys(SANDBOX));
}
