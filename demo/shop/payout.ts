// The payout page: the merchant owes the visitor a refund, and `<payout-claim>` pays it out. The page's script changes the
// headline when the claim dispatches an event.
import type { Hono } from 'hono'
import { html } from 'hono/html'
import { type Outcome, ServiceError } from 'payin-checkout/server'
import type { IssuedPayout } from '../../src/merchant/create/payouts.ts'
import { checkOrigin, trustedOrigins } from '../../src/merchant/http/origin-check.ts'
import type { Settings } from '../../src/merchant/settings/settings.ts'
import { setHeaders, shopDocument } from './document.ts'
import { moneyText } from './money-text.ts'
import { phoneMessage } from './phone-message.ts'
import { createRefunds, type Refunds, type RefundsParts, refundAmount } from './refunds.ts'
import { sandboxPageOf } from './sandbox-page.ts'
import { linkTo, parseShopView, type ShopView } from './shop-view.ts'
import type { Tryable } from './try-bar.ts'

type Markup = ReturnType<typeof html>

type OfMerchant = RefundsParts & {
  readonly config: Pick<Settings, 'service' | 'realMoney' | 'kinds' | 'ownOrigins'>
}

const statuses = { claim: 200, real: 200, unknown: 404, unreachable: 503 } as const

/**
 * Mounts `GET /payout`, which shows today's refund or the one of the query, and `POST /payout`, which sends
 * another. With real payments there is no POST, and the page has no claim.
 */
export function mountPayout(
  app: Hono,
  merchant: OfMerchant,
  listLanguages: () => Promise<readonly string[]>,
): void {
  const { config } = merchant
  const { kinds } = config
  const sandboxPage = sandboxPageOf(config.service.baseUrl)
  const refunds = config.realMoney !== null ? null : createRefunds(merchant)

  app.get('/payout', async (c) => {
    const view = parseShopView(new URL(c.req.url).searchParams, 'payout', kinds)
    const [shown, languages] = await Promise.all([look(refunds, view.refund), listLanguages()])
    setHeaders(c, 'no-store')
    return c.html(payoutPage(shown, view, { languages, kinds, sandboxPage }), statuses[shown.what])
  })

  if (!refunds) return
  // A page of another site must not create a refund.
  const own = trustedOrigins({ ...config, allowedOrigins: [] })
  app.post('/payout', async (c) => {
    checkOrigin(c.req.raw.headers, own)
    const view = parseShopView(new URL(c.req.url).searchParams, 'payout', kinds)
    const refund = refunds.another()
    // The refund is stored even if the service did not answer: the next page says so, and continues with it.
    await orNull(refunds.open(refund))
    return c.redirect(linkTo(view, { refund }), 303)
  })
}

async function look(refunds: Refunds | null, reference: string | null): Promise<Shown> {
  if (!refunds) return { what: 'real' }
  const asked = reference === null ? refunds.today() : refunds.find(reference)
  const session = await orNull(asked.then((found) => found ?? 'unknown'))
  if (session === null) return { what: 'unreachable' }
  return session === 'unknown' ? { what: 'unknown' } : { what: 'claim', session }
}

/** `null` when the service cannot be reached. */
async function orNull<T extends IssuedPayout | 'unknown'>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof ServiceError) return null
    throw error
  }
}

/** The possible contents of the page. */
type Shown =
  | { readonly what: 'claim'; readonly session: IssuedPayout }
  /** There is no refund with the reference of the query. */
  | { readonly what: 'unknown' }
  /** The service did not answer. */
  | { readonly what: 'unreachable' }
  /** The payments are real, so visitors get no payout. */
  | { readonly what: 'real' }

function payoutPage(shown: Shown, view: ShopView, tryable: Tryable): Markup {
  return shopDocument({
    title: 'Your refund',
    view,
    tryable,
    content: html`
      <p class="back"><a href="${linkTo(view, { page: 'shop', refund: null })}">All orders</a></p>
      ${shown.what === 'claim' ? refund(shown.session, view) : notice(shown.what, view)}`,
    foot: shown.what === 'real' ? html`` : howToReceive(view),
  })
}

const headlines: Readonly<Record<Outcome, string>> = {
  open: 'Lantern Row owes you money.',
  authorized: 'Your money is on its way.',
  complete: 'You have your money back.',
  failed: 'Your money did not reach you.',
  expired: 'This refund waited too long.',
}

function refund(session: IssuedPayout, view: ShopView): Markup {
  const { reference, outcome = 'open' } = session
  const { value, currency } = refundAmount
  return html`<div class="product">
        <article class="card" data-refund="${reference}" aria-labelledby="headline">
          <img class="card-picture" src="/shop/assets/chipped-mug.svg" alt="A white enamel mug, a piece of its rim chipped off" width="480" height="360">
          <div class="card-text">
            <h1 class="card-title" id="headline">${Object.entries(headlines).map(
              ([when, text]) =>
                html`<bdi data-when="${when}"${when === outcome ? '' : html` hidden`}>${text}</bdi>`,
            )}</h1>
            <p class="card-price"><bdi>${moneyText(value, currency)}</bdi></p>
            <p class="card-description"><bdi>Your enamel mug arrived chipped, and we are sorry. Keep it, and take back what you paid for it.</bdi></p>
            <p class="card-order"><bdi>Order <bdi>A-1000</bdi> · <bdi>${reference}</bdi></bdi></p>
          </div>
          <div class="card-pay">
            ${claim(session.id, view)}
            ${session.claim_code === null ? '' : phoneMessage(session.claim_code)}
          </div>
        </article>
      </div>`
}

function claim(session: string, view: ShopView): Markup {
  const mode = view.mode === 'auto' ? '' : html` mode="${view.mode}"`
  const theme = view.theme === 'auto' ? '' : html` theme="${view.theme}"`
  const lang = view.lang ? html` lang="${view.lang}"` : ''
  return html`<payout-claim endpoint="/checkout" session="${session}" payee="Lantern Row"${mode}${theme}${lang}></payout-claim>`
}

const notices = {
  unknown: {
    title: 'No such refund.',
    text: 'We looked through the books and found none of this name.',
    way: 'See today’s refund',
  },
  unreachable: {
    title: 'One moment, please.',
    text: 'The payment service does not answer, so your refund is not ready. Nothing is lost.',
    way: 'Try again',
  },
  real: {
    title: 'Nothing waits here.',
    text: 'This page pays whoever comes by, so it works with the sandbox only. Payments are real on this server.',
    way: null,
  },
} as const

function notice(what: keyof typeof notices, view: ShopView): Markup {
  const { title, text, way } = notices[what]
  const href = linkTo(view, what === 'unknown' ? { refund: null } : {})
  return html`<div class="welcome">
        <h1><bdi>${title}</bdi></h1>
        <p><bdi>${text} ${way ? html`<a href="${href}">${way}</a>` : ''}</bdi></p>
      </div>`
}

function howToReceive(view: ShopView): Markup {
  return html`<section class="how" aria-labelledby="how">
        <h2 id="how">How to get your money</h2>
        <ol>
          <li><bdi>Enter the code that we sent to your phone, and press the button. The payout page opens in a small window, or in this one.</bdi></li>
          <li><bdi>Say there where the money goes: a bank account, a wallet, a crypto address. It is a sandbox, and no money moves.</bdi></li>
          <li><bdi>Come back. This page says so when our server has read at the payment service that you were paid.</bdi></li>
        </ol>
      </section>
      <form class="again" method="post" action="${linkTo(view, { refund: null })}">
        <button type="submit">Send me another refund</button>
        <p><bdi>In the sandbox our pockets are deep.</bdi></p>
      </form>`
}
