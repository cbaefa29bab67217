// A page names addresses of other origins. Doctor asks none of them unless the merchant allows it.
import { expect, test } from 'vitest'
import { page } from './mistake.ts'
import { diagnose, html, pageOf, returnPageOf, startShop } from './small-shop.ts'

/** A shop whose page names everything at another origin, and that origin. */
async function startBoth() {
  const other = await startShop({ 'GET /pay': html(pageOf()) })
  const own = await startShop(
    page(
      `<payin-checkout endpoint="${other.origin}/checkout" order="A-1" methods="bank_account"></payin-checkout>
       <iframe src="${other.origin}/pay"></iframe>`,
      {},
      `<script src="${other.origin}/payin-checkout.js"></script>`,
    ),
  )
  return { own, other }
}

test('nothing is sent to an origin that only the page names, and the report says what was not asked', async () => {
  const { own, other } = await startBoth()
  const diagnosis = await diagnose(`${own.origin}/`)
  expect(other.asked).toEqual([])
  const finding = diagnosis.one('origin-not-asked')
  expect(finding.level).toBe('unknown')
  expect(finding.seen).toContain('POST /checkout/sessions')
  expect(finding.seen).toContain('GET /payin-checkout.js')
  expect(finding.change).toContain(`--allow-origin ${other.origin}`)
  expect(diagnosis.wrong).toEqual([])
})

test('--allow-origin asks it', async () => {
  const { own, other } = await startBoth()
  await diagnose(`${own.origin}/`, { allowOrigin: [`${other.origin}/any/path`] })
  expect(other.asked).toContain('POST /checkout/sessions')
  expect(other.asked).toContain('GET /payin-checkout.js')
  expect(other.asked).toContain('GET /pay')
})

test.each(['endpoint', 'returnUrl', 'webhookUrl'] as const)(
  '%s on the command line allows its origin',
  async (option) => {
    const { own, other } = await startBoth()
    await diagnose(`${own.origin}/`, { [option]: `${other.origin}/checkout` })
    expect(other.asked).toContain('POST /checkout/sessions')
  },
)

test('a base address and a redirect lead to no other origin', async () => {
  const other = await startShop({ 'GET /return': html(returnPageOf()) })
  const own = await startShop({
    'GET /based': html(
      pageOf(
        '<payin-checkout endpoint="checkout" order="A-1"></payin-checkout>',
        `<base href="${other.origin}/">`,
      ),
    ),
    'GET /checkout/return': { status: 302, headers: { location: `${other.origin}/return` } },
    'GET /payin-checkout.js': { status: 302, headers: { location: `${other.origin}/payin-checkout.js` } },
    'GET /checkout/sessions/*': {
      status: 302,
      headers: { location: `${other.origin}/checkout/sessions/x` },
    },
  })
  await diagnose(`${own.origin}/`)
  await diagnose(`${own.origin}/based`)
  expect(other.asked).toEqual([])
})
