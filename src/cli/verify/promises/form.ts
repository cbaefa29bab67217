// The promise about the form of all answers. It comes last, because it is about the answers to the other promises, too.
import { Broken, type ServerPromise } from '../promise.ts'
import { createPayment } from './steps.ts'

const maxListed = 5

export const form: readonly ServerPromise[] = [
  {
    id: 'fields',
    statement: 'Every answer has the fields that the protocol describes',
    remedy: 'Compare the answers with payin-checkout/openapi.json, or generate your types from it.',
    async check(context) {
      const { shop } = context
      const { session } = await createPayment(context)
      await shop.read(session)
      await shop.ask(`/sessions/${encodeURIComponent(session.id)}/link`, { method: 'POST' })
      await shop.ask('/sessions/no-such-session')
      for (const list of ['/banks?page=1&page_size=5', '/instruments']) await shop.ask(list)
      const all = [...shop.mistakes]
      const more = all.length > maxListed ? ` And ${all.length - maxListed} more.` : ''
      if (all.length > 0) throw new Broken(`${all.slice(0, maxListed).join(' ')}${more}`)
    },
  },
]
