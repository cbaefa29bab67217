import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { toNode } from 'payin-checkout/merchant/node'
import { merchant } from './merchant.ts'

const checkout = toNode(merchant)
const server = createServer((request, response) => {
  // What is not the checkout's is the shop's own.
  checkout(request, response, async () => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(await readFile('page.html'))
  })
})
const port = Number(process.env.PORT || 4000)
server.listen(port, 'localhost', () => console.log(`The shop is at http://localhost:${port}`))
merchant.start()
