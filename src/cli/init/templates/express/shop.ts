import express from 'express'
import { toNode } from 'payin-checkout/merchant/node'
import { merchant } from './merchant.ts'

const app = express()
app.use(toNode(merchant))
app.use(express.json())
app.get('/', (_request, response) => response.sendFile('page.html', { root: '.' }))
const port = Number(process.env.PORT || 4000)
app.listen(port, 'localhost', () => console.log(`The shop is at http://localhost:${port}`))
merchant.start()
