import { expect, test } from 'vitest'
import { sizeBudgets } from '../../../scripts/size-budgets.ts'
import { bundle, bytesOf } from '../../bench/bundle.ts'
import { builtScript, exportedShapes, used } from '../../bench/import-shapes.ts'

test('the script is not larger than its budget', () => {
  const { brotli } = bytesOf({ script: builtScript(), styles: '' })

  expect(brotli).toBeLessThanOrEqual(sizeBudgets['payin-checkout.js'])
})

test.each(exportedShapes())(
  'a page with $code downloads no more than its budget',
  async ({ code, external }) => {
    const { brotli } = bytesOf(await bundle(used(code), { external }))

    expect(brotli).toBeLessThanOrEqual(sizeBudgets[code])
    // A budget that is far off would let the next thousand bytes in unseen.
    expect(brotli).toBeGreaterThan(sizeBudgets[code] * 0.95)
  },
)

test.each(exportedShapes().filter(({ code }) => /createCheckout|useCheckout/.test(code)))(
  '$code alone contains no elements',
  async ({ code, external }) => {
    const { script } = await bundle(used(code), { external })

    expect(script).toContain('/sessions')
    expect(script).not.toContain('attachShadow')
  },
)

test('initial code and styles are counted, and code loaded on demand is not', async () => {
  const address = 'js.stripe.com'

  const atOnce = await bundle(used("import { loadStripe } from '@stripe/stripe-js'"))
  const later = await bundle("globalThis.pay = () => import('@stripe/stripe-js')")
  const styles = await bundle("import '@adyen/adyen-web/styles/adyen.css'")

  expect(atOnce.script).toContain(address)
  expect(later.script).not.toContain(address)
  expect(bytesOf(styles).brotli).toBeGreaterThan(5_000)
})
