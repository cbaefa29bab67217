import { Hono } from 'hono'
import type { Bank, ProblemError } from '../../server/index.ts'
import { parseLogoUrl } from '../banks/logo-url.ts'
import type { Limits } from '../http/limits.ts'
import { HttpProblem, unprocessable } from '../http/problems.ts'
import type { Merchant } from '../merchant.ts'

/** `GET /banks`: the service's list of banks, for the widget. `GET /banks/:id/logo`: the logo of a bank. */
export function bankRoutes({ banks, logoAt, config }: Merchant, limits: Limits): Hono {
  const routes = new Hono()

  const logoUrlOf = ({ logo_url }: Bank) => parseLogoUrl(logo_url, config.service.baseUrl)

  // The widget shows only logos from the endpoint's origin, so each bank gets a URL on ours.
  function toPublic(bank: Bank): Bank {
    const { id, name } = bank
    // Relative to the endpoint, because the page may know this server under another name.
    const ours = `banks/${encodeURIComponent(id)}/logo`
    return { id, name, logo_url: logoUrlOf(bank) ? ours : null }
  }

  routes.get('/banks', async (c) => {
    limits.banks(c)
    const page = parseNumber(c.req.query('page'), 1, 1_000)
    const pageSize = parseNumber(c.req.query('page_size'), 20, 100)
    const errors: ProblemError[] = []
    if (page === null) errors.push({ pointer: '/page', detail: 'page must be a number from 1 to 1000.' })
    if (pageSize === null) errors.push({ pointer: '/page_size', detail: 'page_size must be from 1 to 100.' })
    if (page === null || pageSize === null) throw unprocessable(...errors)
    const { unreadable: _, content, ...list } = await banks.list(page, pageSize, limits.clientOf(c))
    const answer = { ...list, content: content.map(toPublic) }
    return c.json(answer, 200, { 'cache-control': 'public, max-age=60' })
  })

  routes.get('/banks/:id/logo', async (c) => {
    limits.logos(c)
    const bank = await banks.find(c.req.param('id'))
    const url = bank && logoUrlOf(bank)
    const logo = url && (await logoAt(url))
    if (!logo) throw new HttpProblem(404, 'There is no such logo.')
    return c.body(logo.bytes, 200, {
      'content-type': logo.type,
      // An SVG can contain scripts. Opened as a page, they would run in our origin; this policy prevents that.
      'content-security-policy': "default-src 'none'; sandbox",
      // For an <img> on a page of another origin.
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=86400',
    })
  })

  return routes
}

function parseNumber(text: string | undefined, absent: number, max: number): number | null {
  if (text === undefined) return absent
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= max ? number : null
}
