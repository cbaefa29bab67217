import type { Check } from '../check-context.ts'
import { type Finding, problem } from '../finding.ts'

/** Checks whether the page contains the webhook secret that the merchant gave to this command. */
export const secretInPage: Check = {
  area: 'Page',
  find({ page, input }): Finding[] {
    // A shorter text can be in any page by chance.
    const secrets = input.webhookSecrets.filter(({ length }) => length >= 8)
    if (!secrets.some((secret) => page.answer.body.includes(secret))) return []
    return [
      problem('secret-in-page', 'The page shows your webhook secret to everybody', {
        change: 'Remove it from the page, and ask the service for a new secret.',
        see: 'webhooks',
      }),
    ]
  },
}
