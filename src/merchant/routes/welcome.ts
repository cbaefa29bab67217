// What is there: the answer at the root of the server, where a shop has no page of its own. It is no route, so it takes no
// address from a shop whose framework asks `handles` first.

/**
 * @param at the path of the public address, without a slash at the end. Its characters were checked (settings/mistakes.ts)
 * @param hasBackoffice whether there is a page for the people who run the shop
 */
export const welcomePage = (at: string, hasBackoffice: boolean): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>payin-checkout</title>
</head>
<body>
<h1>The merchant server of payin-checkout</h1>
<p>It runs. Shoppers pay on the pages of your shop, which need these two lines:</p>
<pre>&lt;script src="${at}/payin-checkout.js" async&gt;&lt;/script&gt;
&lt;payin-checkout endpoint="${at}/checkout" order="…"&gt;&lt;/payin-checkout&gt;</pre>
<ul>
<li><a href="${at}/payin-checkout.js">${at}/payin-checkout.js</a>: the elements</li>
<li>${at}/checkout/…: what the elements ask</li>
<li>${at}/webhooks/…: where the payment service reports</li>
<li><a href="${at}/healthz">${at}/healthz</a>: whether the database answers</li>
${hasBackoffice ? `<li><a href="${at}/backoffice">${at}/backoffice</a>: what a person must look at</li>\n` : ''}</ul>
</body>
</html>
`
