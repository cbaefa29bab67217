// The addresses of the entry forms. A payout only allows the forms that the merchant's request leaves open.
import type { Hono } from 'hono'
import { type Form, readForm } from '../../forms/read-form.ts'
import type { SandboxEnv } from '../../sandbox-env.ts'
import type { PayoutMethod } from '../../service/intents.ts'
import type { Payers } from '../../service/payers.ts'
import { textsFor } from '../texts/texts.ts'
import type { Claim, createClaims } from './claim.ts'
import { type Destination, givenDestination, groupedIban } from './destination.ts'
import type { Drafts } from './drafts.ts'
import { type EntryField, readEntry } from './entry.ts'
import { renderEntry } from './entry-pages.ts'
import { entrySteps } from './step-page.ts'

export type EntryStepsOptions = { whenOpen: ReturnType<typeof createClaims>; drafts: Drafts; payers: Payers }

export function mountEntrySteps(
  pages: Hono<SandboxEnv>,
  { whenOpen, drafts, payers }: EntryStepsOptions,
): void {
  function isAllowed({ payout }: Claim, method: PayoutMethod): boolean {
    if (givenDestination(payout, payers)) return false
    return payout.payment === undefined || payout.payment.method === method
  }

  for (const [method, step] of Object.entries(entrySteps) as [PayoutMethod, string][]) {
    const address = `/payout/:token${step}`
    pages.get(
      address,
      whenOpen((c, claim) => {
        if (!isAllowed(claim, method)) return c.redirect(claim.path, 303)
        const values = typedBefore(drafts.of(claim.visit)?.destination, method)
        return c.html(renderEntry(claim, method, { values, errors: {} }, !claim.payout.payment))
      }),
    )
    pages.post(
      address,
      whenOpen(async (c, claim) => {
        if (!isAllowed(claim, method)) return c.redirect(claim.path, 303)
        const form = await readForm(c)
        const entry = readEntry(method, form, textsFor(claim.language), claim.language)
        if (!entry.ok) {
          const entered = { values: valuesOf(form), errors: entry.errors }
          return c.html(renderEntry(claim, method, entered, !claim.payout.payment), 422)
        }
        // A crypto transfer cannot be reversed, so the recipient compares an entered address once more.
        const needsCheck = method === 'crypto_transfer'
        drafts.put(claim.visit, entry.destination, !needsCheck)
        return c.redirect(claim.path + (needsCheck ? '/check' : '/review'), 303)
      }),
    )
  }
}

function valuesOf(form: Form): Record<EntryField, string> {
  return {
    iban: form.text('iban'),
    holder: form.text('holder'),
    address: form.text('address'),
    email: form.text('email'),
  }
}

/** The earlier input, for a recipient who goes back to the form. */
function typedBefore(destination: Destination | undefined, method: PayoutMethod) {
  if (destination?.method !== method) return {}
  const { method: _, ...values } = destination
  return 'iban' in values ? { ...values, iban: groupedIban(values.iban) } : values
}
