import { readFile } from 'node:fs/promises'
import fastify from 'fastify'
import { toNode } from 'payin-checkout/merchant/node'
import { merchant } from './merchant.ts'

const app = fastify()
const answer = toNode(merchant)
app.addHook('onRequest', (request, reply, done) => {
  if (merchant.handles(request.url)) {
    reply.hijack()
    answer(request.raw, reply.raw)
  } else done()
})
app.get('/', async (_request, reply) =>
  reply.type('text/html; charset=utf-8').send(await readFile('page.html')),
)
const port = Number(process.env.PORT || 4000)
await app.listen({ port, host: 'localhost' })
console.log(`The shop is at http://localhost:${port}`)
merchant.start()
