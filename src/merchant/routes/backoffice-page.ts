// The page of the back office, for people: the alerts, what to do about each and the form that settles it, the payments of an
// order, and payouts. It needs no JavaScript. People sign in with BACKOFFICE_TOKEN (http/operators.ts); what programs send,
// `Authorization: Bearer`, does not count here. Nothing is decided here: settling is order/settle.ts.
import { type Context, Hono } from 'hono'
import { settleRequest } from '../../contract/backoffice-requests.ts'
import { backofficePage } from '../alerts.ts'
import { newestPayouts } from '../create/payout-list.ts'
import { NoSuchAlert } from '../errors/alert-errors.ts'
import { alertIdOf } from '../http/alert-id.ts'
import { answerOf } from '../http/answers.ts'
import { answerWithinDeadline } from '../http/deadline.ts'
import { limitBody } from '../http/limit-body.ts'
import type { Limits } from '../http/limits.ts'
import { createOperators } from '../http/operators.ts'
import { checkOrigin, trustedOrigins } from '../http/origin-check.ts'
import { HttpProblem } from '../http/problems.ts'
import type { ReportError } from '../http/report-error.ts'
import type { Merchant } from '../merchant.ts'
import { countOpenAlerts, findAlert, listAlerts } from '../order/alert-list.ts'
import { paymentsOf } from '../order/payments.ts'
import type { SettleRequest } from '../order/settle.ts'
import { isSameSecret } from '../same-secret.ts'
import { alertsPage, type Refused } from './backoffice-page/alerts.ts'
import {
  type Asked,
  againPage,
  askedOf,
  errorPage,
  type Fields,
  type Frame,
  type Html,
  policy,
  queryOf,
  type SignIn,
  signInPage,
} from './backoffice-page/layout.ts'
import { paymentsPage, payoutPage, payoutsPage } from './backoffice-page/look-ups.ts'
import { backofficeStyles } from './backoffice-page/styles.ts'

const maxBodyKib = 16

/** `GET /`, `GET /page.css`, `POST /sign-in`, `POST /settle`, `POST /sign-out`. Without a configured token there are no routes. */
export function backofficePageRoutes(merchant: Merchant, limits: Limits, report: ReportError): Hono {
  const { config, db, settle, payouts, onOrder, clock } = merchant
  const routes = new Hono()
  const { backofficeToken: token, shopName: shop, publicUrl } = config
  if (token === null) return routes
  const setting = config.names.nameOf('backofficeToken')
  const { signIn, signOut, operatorOf } = createOperators(token, publicUrl, clock)
  // Pages of ALLOWED_ORIGINS may start payments, and nothing here.
  const trusted = trustedOrigins({ ...config, allowedOrigins: [] })
  const withinDeadline = answerWithinDeadline(merchant)

  routes.get('/page.css', (c) =>
    c.body(backofficeStyles, 200, {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    }),
  )

  routes.get('/', (c) =>
    asPage(c, async () => {
      const { again, ...parameters } = c.req.query()
      const asked = askedOf(parameters)
      if (operatorOf(c) !== null) return show(c, asked)
      if (again === undefined && c.req.header('sec-fetch-site') === 'cross-site') {
        const query = queryOf(asked)
        return send(c, againPage(`${query || '?'}${query && '&'}again=1`))
      }
      return askToSignIn(c, { asked })
    }),
  )

  routes.post('/sign-in', limitBody(maxBodyKib), (c) => {
    const client = limits.clientOf(c)
    return fromForm(c, async ({ token: typed = '', by = '', ...more }) => {
      const asked = askedOf(more)
      const isRight = await limits.tryToken(client, () => isSameSecret(typed.trim(), token))
      const name = settleRequest.shape.by.safeParse(by)
      if (isRight && name.success) {
        signIn(c, name.data)
        return c.redirect(`../backoffice${queryOf(asked)}`, 303)
      }
      return askToSignIn(c, { asked, by }, refusalOf(isRight !== null))
    })
  })

  const refusalOf = (isRight: boolean): HttpProblem =>
    isRight
      ? new HttpProblem(422, 'Give your name or your e-mail address, with at most 100 characters.')
      : new HttpProblem(403, `This is not the token. Look for ${setting} in the settings of this server.`)

  routes.post('/settle', limitBody(maxBodyKib), (c) =>
    fromForm(c, async ({ alert = '', as = '', note: typed = '' }) => {
      const by = operatorOf(c)
      const note = typed.replaceAll('\r\n', '\n').trim()
      if (by === null) {
        const problem = new HttpProblem(
          403,
          'You are not signed in any more. Sign in, then settle the alert.',
        )
        return askToSignIn(c, { asked: { alert }, unstored: note || null }, problem)
      }
      try {
        const request = { as: as as SettleRequest['as'], by, note: note || null }
        const { settled } = await settle(alertIdOf(alert), request)
        if (settled?.by === request.by && settled.note === request.note)
          return c.redirect(`../backoffice${queryOf({ alert })}`, 303)
        throw new HttpProblem(409, 'This alert is settled already, in the same way.')
      } catch (error) {
        const problem = answerOf(error)
        if (problem === null || problem.problem.status >= 500) throw error
        return showAlerts(c, alert, { problem, as, note })
      }
    }),
  )

  routes.post('/sign-out', limitBody(maxBodyKib), (c) =>
    fromForm(c, async () => {
      signOut(c)
      return c.redirect('../backoffice', 303)
    }),
  )

  // The addresses of forms, when somebody loads one of them again.
  for (const path of ['/sign-in', '/settle', '/sign-out'])
    routes.get(path, (c) => c.redirect('../backoffice', 303))

  async function show(c: Context, asked: Asked): Promise<Response> {
    const [order, payout] = [asked.order?.trim(), asked.payout?.trim()]
    if (order) {
      const payments = await paymentsOf(onOrder, order, clock.now())
      return send(c, paymentsPage(frameOf(c), order, payments))
    }
    if (payout) {
      return send(c, payoutPage(frameOf(c), payout, await payouts.find(payout)))
    }
    if (asked.payouts) {
      const isPaid = asked.payouts === 'paid'
      return send(c, payoutsPage(frameOf(c), isPaid, await newestPayouts(db, isPaid)))
    }
    return showAlerts(c, asked.alert)
  }

  async function showAlerts(
    c: Context,
    written?: string,
    refusal?: Omit<Refused, 'text'> & { readonly problem: HttpProblem },
  ): Promise<Response> {
    const named = written ? await find(written) : null
    const page = {
      named,
      isUnknown: Boolean(written) && named === null,
      alerts: await listAlerts(db),
      openCount: await countOpenAlerts(db),
      refused: refusal ? { ...refusal, text: refusal.problem.message } : null,
    }
    const problem = page.isUnknown ? new HttpProblem(404, 'There is no such alert.') : refusal?.problem
    return send(c, alertsPage(frameOf(c), page), problem)
  }

  async function find(written: string) {
    try {
      return await findAlert(db, alertIdOf(written))
    } catch (error) {
      if (error instanceof NoSuchAlert) return null
      throw error
    }
  }

  const frameOf = (c: Context): Frame => ({
    up: c.req.path === '/backoffice' ? '' : '../',
    shop,
    operator: operatorOf(c),
  })

  function askToSignIn(c: Context, shown: Partial<SignIn>, problem?: HttpProblem) {
    const refusal = problem?.message ?? null
    const page = { asked: {}, by: '', unstored: null, ...shown, refusal }
    return send(c, signInPage({ ...frameOf(c), operator: null }, setting, page), problem)
  }

  /** Runs the work of a POST with the fields of its form. */
  const fromForm = (c: Context, work: (fields: Fields) => Promise<Response>): Promise<Response> =>
    asPage(c, async () => {
      checkOrigin(
        c.req.raw.headers,
        trusted,
        `This form was not sent by this page. Open ${backofficePage(publicUrl)}, or ask the server itself through a tunnel to 127.0.0.1.`,
      )
      return work(Object.fromEntries(new URLSearchParams(await c.req.text())))
    })

  /** Runs the work. An error becomes a page that says what to do. */
  async function asPage(c: Context, work: () => Promise<Response>): Promise<Response> {
    try {
      let response: Response | undefined
      await withinDeadline(c, async () => {
        response = await work()
      })
      if (response) return response
      throw new Error('The work has ended without a response.')
    } catch (error) {
      report(error, c)
      const problem = answerOf(error) ?? new HttpProblem(500, '')
      return send(c, errorPage(frameOf(c), textOf(problem), c.get('request')), problem)
    }
  }

  function send(c: Context, page: Html, problem?: HttpProblem): Response | Promise<Response> {
    if (problem) c.set('reason', problem.reason)
    return c.html(page, (problem?.problem.status ?? 200) as 200, {
      'cache-control': 'no-store',
      'content-security-policy': policy,
      // Other sites learn neither an order nor that there is such a page, and our own forms need their Origin.
      'referrer-policy': 'same-origin',
      'x-robots-tag': 'noindex',
      ...problem?.headers,
    })
  }

  return routes
}

/** What a person does about a request that has failed. */
function textOf({ message, problem: { status } }: HttpProblem): { title: string; what: string } {
  if (status === 503)
    return {
      title: 'Not available at the moment',
      what: 'The database, the shop or the payment service does not answer. Load the page again in a minute. If you were settling an alert, the page then shows whether it is settled; settling it in the same way again changes nothing. If this lasts, look in the log for database_away, database_busy and service_failed.',
    }
  if (status >= 500)
    return {
      title: 'Something went wrong here',
      what: 'Look in the log for the id of this request: its line names the reason.',
    }
  return { title: 'Refused', what: message }
}
