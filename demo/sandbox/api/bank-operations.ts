// GET /banks: "banks available for open banking payments".
import { Hono } from 'hono'
import { banks, logoPath } from '../banks.ts'
import type { SandboxEnv } from '../sandbox-env.ts'
import { calledOrigin } from './called-origin.ts'
import { readPage, toEnvelope } from './pagination.ts'

export function createBankOperations() {
  return new Hono<SandboxEnv>().get('/banks', (c) => {
    const origin = calledOrigin(c)
    const content = banks.map((bank) => ({
      id: bank.id,
      name: bank.name,
      logo_url: `${origin}${logoPath(bank)}`,
    }))
    return c.json(toEnvelope(content, readPage(c)))
  })
}
