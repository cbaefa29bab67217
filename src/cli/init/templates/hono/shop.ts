import { readFile } from 'node:fs/promises'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { merchant } from './merchant.ts'

const app = new Hono()
app.use(async (c, next) => (merchant.handles(c.req.path) ? merchant.fetch(c.req.raw, c.env) : next()))
app.get('/', async (c) => c.html(await readFile('page.html', 'utf8')))
const port = Number(process.env.PORT || 4000)
serve({ fetch: app.fetch, port, hostname: 'localhost' }, () =>
  console.log(`The shop is at http://localhost:${port}`),
)
merchant.start()
