// The frame of the back office page, the sign-in and the error page. All addresses are relative, so the page works at every
// address that leads to it: behind a proxy that removes a path prefix, and through a tunnel to the server itself.
import { html } from 'hono/html'

/** What `html` returns. */
export type Html = ReturnType<typeof html>

/** Nothing is loaded but the styles; there is no script. */
export const policy =
  "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** What the page shows, as its address says. */
export interface Asked {
  /** The number of an alert. */
  readonly alert?: string | undefined
  /** The id of an order. */
  readonly order?: string | undefined
  /** The reference of a payout. */
  readonly payout?: string | undefined
  /** Which of the newest payouts: `paid`, or else those that are not paid out. */
  readonly payouts?: string | undefined
}

/** Fields of a form, or the parameters of an address. */
export type Fields = Readonly<Record<string, string | undefined>>

export interface Frame {
  /** From the address of the page to the folder of `backoffice`: `''`, or `../` below it. */
  readonly up: string
  readonly shop: string
  /** Who is signed in; `null` when nobody is. */
  readonly operator: string | null
}

/** What the parameters of an address, or the fields of a form, ask for. Others do not reach the page. */
export const askedOf = ({ alert, order, payout, payouts }: Fields): Asked => ({
  alert,
  order,
  payout,
  payouts,
})

/** The query of an address that shows this. */
export function queryOf({ alert, order, payout, payouts }: Asked): string {
  const query = new URLSearchParams({
    ...(alert && { alert }),
    ...(order && { order }),
    ...(payout && { payout }),
    ...(payouts && { payouts }),
  })
  return query.size > 0 ? `?${query}` : ''
}

/** The whole page. @param title also the first heading, unless `heading` is given */
export function layout({ up, shop, operator }: Frame, title: string, content: Html) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title} – ${shop}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${up}checkout/page.css">
<link rel="stylesheet" href="${up}backoffice/page.css">
</head>
<body>
<header>
<p><bdi>${shop}</bdi> · Back office</p>
${
  operator !== null &&
  html`<nav><a href="${up}backoffice">Alerts</a> <a href="${up}backoffice?payouts=unpaid">Payouts</a> <a href="#look-up">Look up</a></nav>
<form method="post" action="${up}backoffice/sign-out"><span><bdi>${operator}</bdi></span> <button>Sign out</button></form>`
}
</header>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`
}

export interface SignIn {
  readonly asked: Asked
  /** The name that was typed. */
  readonly by: string
  /** Why nobody is signed in. */
  readonly refusal: string | null
  /** A note that was typed and not stored. */
  readonly unstored: string | null
}

/** The form that asks for the token. @param setting the name of the setting that holds it */
export function signInPage(frame: Frame, setting: string, { asked, by, refusal, unstored }: SignIn) {
  return layout(
    frame,
    'Sign in',
    html`${refusal && html`<p class="refusal" role="alert">${refusal}</p>`}
${noteOf(unstored)}
<form method="post" action="${frame.up}backoffice/sign-in">
${Object.entries(asked).map(([name, value]) => value && html`<input type="hidden" name="${name}" value="${value}">`)}
<p><label for="by">Your name or e-mail address</label>
<input id="by" name="by" value="${by}" autocomplete="username" maxlength="100" aria-describedby="by-why" required${by === '' && html` autofocus`}>
<small id="by-why">It is stored with each alert that you settle.</small></p>
<p><label for="token">Token</label>
<input id="token" name="token" type="password" autocomplete="current-password" aria-describedby="token-what" required${by !== '' && html` autofocus`}>
<small id="token-what">The value of <code>${setting}</code> in the settings of this server.</small></p>
<button>Sign in</button>
</form>`,
  )
}

/** A note that could not be stored, so that nobody has to type it again. */
export const noteOf = (note: string | null) =>
  note && html`<p>Your note was not stored: <q><bdi>${note}</bdi></q></p>`

/** The page when a request has failed. @param request its id, by which the log has its lines */
export function errorPage(frame: Frame, text: { title: string; what: string }, request: string) {
  return layout(
    frame,
    text.title,
    html`<p>${text.what}</p>
<p><a href="${frame.up}backoffice">Back to the alerts</a></p>
<footer>Request <code>${request}</code></footer>`,
  )
}

/**
 * A page that asks for itself once more. A browser sends no `SameSite=Strict` cookie when a link on another site leads here, such
 * as one in a chat or a log, and sends it when this page leads to itself.
 * @param query of the page, with the mark that it asks for itself
 */
export const againPage = (query: string) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="0; url=backoffice${query}">
<title>Back office</title>
</head>
<body><p><a href="backoffice${query}">Open the back office</a></p></body>
</html>
`
