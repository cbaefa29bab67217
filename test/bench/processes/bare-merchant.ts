// The comparison for payments per second: a server with only `node:http`, `fetch` and `pg` that answers the same requests,
// makes the same calls to the service and does as many transactions as it is told, without any rules.
//
// Variables: PORT, DATABASE_URL, SERVICE (an origin), WRITES and READS (of one payment).
import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import pg from 'pg'

const { PORT, DATABASE_URL, SERVICE = '', WRITES, READS } = process.env
const pool = new pg.Pool({ connectionString: DATABASE_URL ?? '', max: 10 })
await pool.query('create table if not exists bare (id uuid primary key, word text, at timestamptz)')

/** A payment is three exchanges: a create request and two webhooks. @param part 0, 1 or 2 */
const share = (all: string | undefined, part: number) => Math.floor((Number(all) + part) / 3)

/** @param id null: a new row */
async function transact(id: string, part: number): Promise<void> {
  for (let n = 0; n < share(WRITES, part); n++)
    await pool.query(
      `insert into bare values ($1, $2, now()) on conflict (id) do update set word = excluded.word, at = excluded.at`,
      [id, 'x'.repeat(400)],
    )
  for (let n = 0; n < share(READS, part); n++) await pool.query('select * from bare where id = $1', [id])
}

async function press(request: IncomingMessage): Promise<object> {
  const { order } = JSON.parse(await text(request)) as { order: string }
  await transact(randomUUID(), 0)
  const created = await fetch(`${SERVICE}/api/v2/payins`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({
      amount: { value: '49.90', currency: 'EUR' },
      reference: order,
      return_url: 'https://shop.example/return',
    }),
  })
  return (await created.json()) as object
}

async function webhook(request: IncomingMessage): Promise<object> {
  const body = await text(request)
  createHmac('sha256', 'secret').update(body).digest('hex')
  const { id, status } = JSON.parse(body) as { id: string; status: string }
  await transact(id, status === 'COMPLETED' ? 2 : 1)
  const read = await fetch(`${SERVICE}/api/v2/payins/${id}`)
  await read.json()
  return { message: 'stored' }
}

createServer(async (request, response) => {
  if (request.method === 'GET') return void response.end('ok')
  const isPress = request.url === '/checkout/sessions'
  const answer = await (isPress ? press(request) : webhook(request))
  response.writeHead(isPress ? 201 : 200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(answer))
}).listen(Number(PORT), '127.0.0.1')
