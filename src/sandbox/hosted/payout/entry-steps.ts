// The steps of the entry forms. A payout only allows the forms that the merchant's request leaves open.
import { html } from 'hono/html'
import type { Content } from '../../forms/content.ts'
import { renderFormError } from '../../forms/field.ts'
import { type Filled, isWrong, prefilled, readFields, renderForm } from '../../forms/form.ts'
import { readForm } from '../../forms/read-form.ts'
import type { PayoutMethod } from '../../service/intents.ts'
import { inFours } from '../../service/payers.ts'
import { takeTyped } from '../settings.ts'
import type { Destination } from './destination.ts'
import { destinationOf, entryFields } from './entry-form.ts'
import type { Claim, PayoutFlow } from './payout-flow.ts'
import { entrySteps, renderStep } from './step-page.ts'

export function mountEntrySteps({ whileOpen, drafts, givenTo }: PayoutFlow): void {
  function isAllowed(claim: Claim, method: PayoutMethod): boolean {
    const { payment } = claim.payout
    return !givenTo(claim) && (payment === undefined || payment.method === method)
  }

  for (const [method, step] of Object.entries(entrySteps) as [PayoutMethod, string][]) {
    whileOpen.get(step, (c, claim) => {
      if (!isAllowed(claim, method)) return c.redirect(claim.path, 303)
      const before = enteredBefore(drafts.of(claim.visit)?.destination, method)
      const filled = prefilled({ ...before, ...takeTyped(claim.visit, step) })
      return c.html(renderEntry(claim, method, filled))
    })
    whileOpen.post(step, async (c, claim) => {
      if (!isAllowed(claim, method)) return c.redirect(claim.path, 303)
      const form = await readForm(c)
      const filled = readFields(form, entryFields(method, claim))
      if (isWrong(filled)) return c.html(renderEntry(claim, method, filled), 422)
      // A crypto transfer cannot be reversed, so the recipient compares an entered address once more.
      const needsCheck = method === 'crypto_transfer'
      drafts.put(claim.visit, destinationOf(method, form), !needsCheck)
      return c.redirect(claim.path + (needsCheck ? '/check' : '/review'), 303)
    })
  }
}

/** The earlier input, for a recipient who goes back to the form. */
function enteredBefore(destination: Destination | undefined, method: PayoutMethod): Filled['values'] {
  if (destination?.method !== method) return {}
  const { method: _, ...values } = destination
  return 'iban' in values ? { ...values, iban: inFours(values.iban) } : values
}

function renderEntry(claim: Claim, method: PayoutMethod, filled: Filled): Content {
  const { payin, payout, common } = claim.texts
  const title = payin[method]
  const fields = entryFields(method, claim)
  const step = entrySteps[method]
  const wrong = isWrong(filled)
  const body = html`<h2>${title}</h2>
    ${wrong ? renderFormError(payout.correction) : ''}
    ${method === 'crypto_transfer' ? html`<p class="soft">${payout.networkNote}</p>` : ''}
    ${renderForm({ action: `${claim.path}${step}`, fields, filled, button: common.continue })}`
  // Only a recipient who chose the method can go back to the choice.
  return renderStep(claim, { title, step, body, wrong, back: claim.payout.payment ? undefined : '' })
}
