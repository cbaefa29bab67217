import type { Check } from '../check-context.ts'
import { type Finding, problem } from '../finding.ts'

/** Whether the page shows the secret that the merchant gave to this command. */
export const secretInPage: Check = {
  area: 'Page',
  find({ page, input }): Finding[] {
    // A shorter one stands in every page by chance.
    const secrets = input.webhookSecrets.filter(({ length }) => length >= 8)
    if (!secrets.some((secret) => page.answer.body.includes(secret))) return []
    return [
      problem('secret-in-page', 'The page shows your webhook secret to everybody', {
        change: 'Take it out of the page, and have the service give you another one.',
        see: 'webhooks',
      }),
    ]
  },
}
