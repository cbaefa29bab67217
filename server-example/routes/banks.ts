import { Hono } from 'hono'
import type { ProblemError } from 'payin-checkout/server'
import type { Merchant } from '../merchant.ts'
import { unprocessable } from '../problems.ts'

/** `GET /banks`: the service's list envelope, for the widget's choice of a bank. */
export function bankRoutes({ listBanks }: Merchant): Hono {
  const routes = new Hono()
  routes.get('/banks', async (c) => {
    const page = parseNumber(c.req.query('page'), 1, 1_000)
    const pageSize = parseNumber(c.req.query('page_size'), 20, 100)
    const errors: ProblemError[] = []
    if (page === null) errors.push({ pointer: '/page', detail: 'page must be a number from 1 to 1000.' })
    if (pageSize === null) errors.push({ pointer: '/page_size', detail: 'page_size must be from 1 to 100.' })
    if (page === null || pageSize === null) throw unprocessable(...errors)
    return c.json(await listBanks(page, pageSize), 200, { 'cache-control': 'public, max-age=60' })
  })
  return routes
}

function parseNumber(text: string | undefined, absent: number, max: number): number | null {
  if (text === undefined) return absent
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= max ? number : null
}
