// One hash over everything that decides how the pictured screens look: markup, texts and the style sheet. An invisible
// change does not change it.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { signal } from '@preact/signals'
import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { State } from '../../src/checkout/state.ts'
import { createElementChoice } from '../../src/elements/element-choice.ts'
import { createElementCode } from '../../src/elements/element-code.ts'
import { en } from '../../src/locales/en.ts'
import { CheckoutScreen } from '../../src/view/checkout-screen.tsx'
import { noticeOf } from '../../src/view/notice.ts'
import { fakePorts } from '../../test/support/fake-ports.ts'
import { aSession } from '../../test/support/sessions.ts'

const methods = 'card bank_account'
const pictured: readonly State[] = [
  { phase: 'idle', session: null },
  { phase: 'waiting', session: aSession(), hosted: 'popup', trouble: null },
  { phase: 'waiting', session: aSession(), hosted: 'returned', trouble: null },
  { phase: 'complete', session: aSession({ status: 'COMPLETED' }) },
  { phase: 'failed', session: aSession({ status: 'FAILED', status_details: 'INSUFFICIENT_FUNDS' }) },
]

/**
 * The hash of the current look of the pictured screens, in hex.
 * @param css the style sheet of the elements
 */
export function hashOfLooks(css = readFileSync('src/view/styles.css', 'utf8')): string {
  const withoutRemarks = css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\s+/g, ' ')
  const hash = createHash('sha256').update(withoutRemarks)
  for (const state of pictured) hash.update(markupOf(state))
  return hash.digest('hex')
}

function markupOf(state: State): string {
  const never = () => {}
  return renderToString(
    h(CheckoutScreen, {
      state,
      page: {
        lang: 'en',
        label: '',
        orders: false,
        content: '',
        disabled: false,
        payee: 'Lantern Row',
        amount: { value: '49.90', currency: 'EUR' },
        kind: 'payin',
        methods,
        opensWindow: true,
        offersPhone: true,
        canCreate: true,
        canReload: false,
      },
      messages: en,
      notice: noticeOf(state, en),
      amount: '€49.90',
      amountBefore: null,
      amountDiffers: false,
      deadline: signal(null),
      actions: { open: never, cancel: never, check: never, reset: never, askPhoneUrl: never },
      choice: createElementChoice({
        ports: fakePorts(),
        endpoint: '/checkout',
        methods: signal(methods),
        onChoice: () => {},
      }),
      code: createElementCode(),
    }),
  )
}
