// The HTTP headers and the head that the hosted pages and the control panel share. hono/html escapes text in templates.
import type { MiddlewareHandler } from 'hono'
import { html } from 'hono/html'
import type { Content } from './content.ts'

/**
 * The headers of a page, which has no inline style and no inline script.
 * @param policy what its Content-Security-Policy allows besides its own stylesheets
 * @param more further headers, called for each page
 */
export function createPageHeaders(
  policy: readonly string[],
  more: () => Record<string, string>,
): MiddlewareHandler {
  const own = [
    "default-src 'none'",
    "style-src 'self'",
    ...policy,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return async (c, next) => {
    await next()
    c.header('Content-Security-Policy', own.join('; '))
    // Not no-referrer: with it a browser sends "Origin: null" with a form, and callers.ts refuses the form.
    c.header('Referrer-Policy', 'same-origin')
    c.header('X-Frame-Options', 'DENY')
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Cache-Control', 'no-store')
    for (const [name, value] of Object.entries(more())) c.header(name, value)
  }
}

/** @param stylesheets loaded after base.css, in this order */
export function renderHead(
  title: string,
  icon: string,
  stylesheets: readonly string[],
  more?: Content,
): Content {
  return html`<head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>${title}</title>
    <link rel="icon" href="${icon}">
    ${['/hosted/base.css', ...stylesheets].map((name) => html`<link rel="stylesheet" href="${name}">`)}
    ${more ?? ''}
  </head>`
}
