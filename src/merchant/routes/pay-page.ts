// The pay page: one order, its amount and how it stands, with the element where there is JavaScript, and with a form and a
// redirect where there is none. Shoppers come by a pay link (owner/pay-link.ts), or back from the hosted page of a browser
// without JavaScript. Nothing is decided here: a press goes the same way as one in the element.
import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { parseAccept } from 'hono/utils/accept'
import { z } from 'zod'
import { reference, uuid } from '../../contract/values.ts'
import { moneyText } from '../../protocol/money-text.ts'
import { ServiceError } from '../../server/index.ts'
import { NoSuchOrder } from '../errors/order-errors.ts'
import { answerOf } from '../http/answers.ts'
import { createAsked, createShopperOf } from '../http/asked.ts'
import { createFindSession } from '../http/find-session.ts'
import { limitBody } from '../http/limit-body.ts'
import type { Limits } from '../http/limits.ts'
import { checkOrigin, trustedOrigins } from '../http/origin-check.ts'
import { HttpProblem } from '../http/problems.ts'
import type { ReportError } from '../http/report-error.ts'
import type { PaymentStarts } from '../http/start-payment.ts'
import { defaultKind } from '../kinds/kinds.ts'
import type { Merchant } from '../merchant.ts'
import { type Standing, standingOf } from '../order/rules/standing.ts'
import type { Asked } from '../orders.ts'
import { payAddress } from '../owner/pay-link.ts'
import { moneyOf, type SessionRow } from '../session/session-row.ts'
import { createBuiltFiles } from './built-files.ts'
import { builtFolder } from './built-folder.ts'
import { type PayPage, pagePolicy, pageStyles, payPage } from './pay-page/page.ts'
import { type OwnPayment, payView, refusalText, unseen } from './pay-page/pay-view.ts'
import { type PageTexts, textsIn } from './pay-page/texts.ts'

const maxBodyKib = 16

/** The parameters of the page and the fields of its form. */
const shape = z.object({
  order: reference.optional(),
  token: z.string().max(200).optional(),
  session: z.string().max(103).optional(),
  key: z.string().regex(uuid).toLowerCase().optional(),
  lang: z.string().max(35).optional(),
})
type Given = z.infer<typeof shape>

/** What is shown. */
interface Seen {
  readonly standing: Standing
  readonly order: PayPage['order']
  readonly own: OwnPayment | null
  /** The fields of the form, without its key. */
  readonly fields: { readonly order: string; readonly token: string }
}

/** `GET /pay`, `POST /pay`, `GET /page.css`. */
export function payPageRoutes(
  merchant: Merchant,
  limits: Limits,
  starts: PaymentStarts,
  report: ReportError,
): Hono {
  const { config, owners, reader, sessions, onOrder, findEntry } = merchant
  const at = new URL(config.publicUrl).pathname.replace(/\/$/, '')
  // Chromium checks the addresses that a form is redirected to as well.
  const policy = pagePolicy(config.hostedPageOrigins)
  const kind = config.kinds.includes(defaultKind) ? defaultKind : (config.kinds[0] ?? defaultKind)
  const files = createBuiltFiles(builtFolder())
  const readLocale = async (name: string) => (await files.read(`locales/${name}.json`))?.text ?? null
  const findSession = createFindSession(reader, limits)
  const askedBy = createAsked(merchant)
  const shopperOf = createShopperOf(merchant)
  const trusted = trustedOrigins(config)
  const routes = new Hono()

  routes.get('/page.css', (c) =>
    c.body(pageStyles, 200, {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    }),
  )

  routes.get('/pay', (c) =>
    inLanguage(c, c.req.query(), async (given, texts) => {
      limits.start(c)
      return respond(c, given, texts, await look(c, given))
    }),
  )

  routes.post('/pay', limitBody(maxBodyKib), async (c) => {
    const fields = Object.fromEntries(new URLSearchParams(await c.req.text()))
    return inLanguage(c, fields, async (given, texts) => {
      checkOrigin(c.req.raw.headers, trusted)
      limits.start(c)
      try {
        const page = await press(c, given, texts)
        const { order = '', token, session } = given
        const own = payAddress(at, session ? { session } : { order, ...(token && { token }) })
        return c.redirect(page ?? own, 303)
      } catch (error) {
        const problem = answerOf(error)
        if (problem === null) throw error
        report(error, c)
        const status = problem.problem.status
        const refusal = refusalText(error, status, texts)
        return respond(c, given, texts, await look(c, given), { refusal, problem })
      }
    })
  })

  /** Opens the payment, or the page of one that is open. @returns the address of its hosted page; `null` when it has none */
  async function press(c: Context, given: Given, { lang }: PageTexts): Promise<string | null> {
    const client = limits.clientOf(c)
    if (given.session !== undefined) {
      const { session: id } = given
      const row = await findSession(c, id)
      await limits.startOf(row.order_id, shopperOf(c))
      return (await starts.run(client, () => sessions.renewLink(row, id))).redirect_url
    }
    const { order, token = null, key } = given
    if (order === undefined || key === undefined) throw new NoSuchOrder()
    const language = lang.slice(0, 2)
    const request = { key, order, token: token || null, kind, payment: null, language }
    return (await starts.open(client, request, { ...askedBy(c), context: {}, kind })).session.redirect_url
  }

  /** Reads what the shopper may see. @throws {DomainError} without proof that the order is theirs */
  function look(c: Context, given: Given): Promise<Seen> {
    return given.session === undefined ? lookAtOrder(c, given) : lookAtSession(c, given.session)
  }

  async function lookAtOrder(c: Context, { order: id, token = '' }: Given): Promise<Seen> {
    if (id === undefined) throw new NoSuchOrder()
    const asked: Asked = { ...askedBy(c), context: {}, kind }
    await owners.permit({ order: id, token: token || null }, asked, () =>
      findEntry({ kind, order_id: id, asked }),
    )
    return onOrder({ kind, order_id: id, asked }, async ({ order }) => {
      const { entry, sessions } = order
      if (entry === null && sessions.length === 0) throw new NoSuchOrder()
      return {
        standing: standingOf(order),
        order: entry && { reference: entry.reference, amount: entry.amount },
        own: null,
        fields: { order: id, token },
      }
    })
  }

  async function lookAtSession(c: Context, id: string): Promise<Seen> {
    const found = await findSession(c, id)
    await readNow(found)
    const { order_id } = found
    return onOrder(found, async ({ order }) => {
      const row = order.sessions.find((each) => each.id === found.id) ?? found
      return {
        standing: standingOf(order),
        order: { reference: row.reference, amount: moneyOf(row) },
        own: row,
        fields: { order: order_id, token: owners.tokenFor(order_id) ?? '' },
      }
    })
  }

  /** The shopper is back, and the webhook may still be on its way. Without an answer the page shows what is known. */
  async function readNow(row: SessionRow): Promise<void> {
    try {
      await merchant.checkNow(row)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
    }
  }

  /** Runs the work with checked parameters. An error becomes a page in the shopper's language. */
  async function inLanguage(
    c: Context,
    fields: Readonly<Record<string, string>>,
    work: (given: Given, texts: PageTexts) => Promise<Response>,
  ): Promise<Response> {
    const read = shape.safeParse(fields)
    const given = read.data ?? {}
    const accepted = parseAccept(c.req.header('accept-language') ?? '').map(({ type }) => type)
    const texts = await textsIn(given.lang ? [given.lang, ...accepted] : accepted, readLocale)
    try {
      if (!read.success) throw new NoSuchOrder()
      return await work(given, texts)
    } catch (error) {
      report(error, c)
      // In the protocol an unknown order is a wrong field; a page that is not there is a 404.
      const problem =
        error instanceof NoSuchOrder
          ? new HttpProblem(404, error.message)
          : (answerOf(error) ?? new HttpProblem(500, ''))
      const notice = unseen(problem.problem.status, texts)
      return send(c, { ...blank(texts), notice, request: c.get('request') }, problem)
    }
  }

  const blank = (texts: PageTexts): PayPage => ({
    at,
    shop: config.shopName,
    texts,
    order: null,
    notice: null,
    refusal: null,
    request: null,
    form: null,
    element: null,
    repeats: false,
  })

  interface Refused {
    readonly refusal: string | null
    readonly problem: HttpProblem
  }

  function respond(
    c: Context,
    given: Given,
    texts: PageTexts,
    seen: Seen,
    refused?: Refused,
  ): Response | Promise<Response> {
    const { standing, order, own, fields } = seen
    const { notice, offer, isWaiting } = payView(standing, own, texts)
    const lang = given.lang ? { lang: given.lang } : {}
    const page: PayPage = {
      ...blank(texts),
      order,
      notice,
      refusal: refused?.refusal ?? null,
      request: refused?.refusal ? c.get('request') : null,
      repeats: isWaiting && refused === undefined,
      element: offer === 'pay' ? { ...fields, kind } : null,
      form: offer && formOf(offer),
    }
    return send(c, page, refused?.problem)

    function formOf(offer: 'pay' | 'again' | 'reopen'): PayPage['form'] {
      if (offer === 'reopen')
        return { label: texts.reopen, fields: { session: given.session ?? '', ...lang } }
      // One key for each time that the page is shown: a form that is sent twice is one payment.
      const key = randomUUID()
      const amount = order ? moneyText(order.amount, texts.lang) : ''
      const label = offer === 'again' ? texts.retry : texts.pay.replace('{amount}', () => amount)
      return { label, fields: { ...fields, key, ...lang } }
    }
  }

  function send(c: Context, page: PayPage, problem?: HttpProblem): Response | Promise<Response> {
    if (problem) c.set('reason', problem.reason)
    return c.html(payPage(page), (problem?.problem.status ?? 200) as 200, {
      'cache-control': 'no-store',
      // The address holds a token: other sites must not learn it from a Referer, and our own form needs its Origin.
      'referrer-policy': 'same-origin',
      'content-security-policy': policy,
      ...problem?.headers,
    })
  }

  return routes
}
