// Reads the payments of a server with its own storage from a JSON file.
import { readFile } from 'node:fs/promises'
import { addAbortSignal } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import * as z from 'zod'
import { kinds } from '../../protocol/kind.ts'
import { outcomes } from '../../protocol/outcome.ts'
import { outcomeOf, parseMoney } from '../../server/index.ts'
import { CommandError } from '../command.ts'
import { parseJson } from '../parse-json.ts'
import type { Ledger, RecordedPayment } from './payments.ts'

const session = z.object(
  {
    kind: z.enum(kinds, `must be one of ${kinds.join(', ')}.`).default('payin'),
    reference: z.string('must be a text: the reference that your server sent to the service.').min(1),
    service_id: z
      .string('must be a text, or null if your server has no id from the service yet.')
      .min(1)
      .nullable(),
    status: z.string('must be the status at the service, such as COMPLETED.').min(1),
    outcome: z.enum(outcomes, `must be one of ${outcomes.join(', ')}, or missing.`).optional(),
    amount: z.unknown().optional(),
    created_at: z.iso
      .datetime({ offset: true, error: 'must be ISO 8601, such as 2026-01-31T12:00:00Z.' })
      .optional(),
  },
  'must be an object.',
)
type Given = z.output<typeof session>

/**
 * @param file a path, or `-` for standard input
 * @throws {CommandError} that names each invalid field but never shows its value
 */
export async function openFileLedger(file: string, ended: AbortSignal): Promise<Ledger> {
  const content = await readText(file, ended)
  const sessions = entriesIn(content, file).map((entry, index) => readSession(entry, index, file))
  const isNew = (since: Date) => (given: Given) =>
    given.created_at === undefined || new Date(given.created_at) >= since || !isEnd(given)
  return {
    readSince: async (since) => sessions.filter(isNew(since)).map(recordedOf),
    async find(ids) {
      const wanted = new Set(ids.map((id) => id.toLowerCase()))
      const fits = ({ service_id }: Given) => service_id !== null && wanted.has(service_id.toLowerCase())
      return sessions.filter(fits).map(recordedOf)
    },
    readUnfulfilled: async () => [],
    close: async () => {},
  }
}

async function readText(file: string, ended: AbortSignal): Promise<string> {
  try {
    return decode(file === '-' ? await buffer(addAbortSignal(ended, process.stdin)) : await readFile(file))
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`)
  }
}

/** UTF-8 or UTF-16, as `>` in Windows PowerShell writes it. Neither keeps its byte order mark. */
const decode = (bytes: Buffer) =>
  new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes)

/** Accepts an array, an object with `sessions`, or one object per line. */
function entriesIn(content: string, file: string): readonly unknown[] {
  const whole = parseJson(content)
  if (Array.isArray(whole)) return whole
  const { sessions } = Object(whole) as { sessions?: unknown }
  if (Array.isArray(sessions)) return sessions
  const lines = content
    .split('\n')
    .map((text, at) => ({ entry: parseJson(text), line: at + 1, isEmpty: text.trim() === '' }))
    .filter(({ isEmpty }) => !isEmpty)
  const [wrong] = lines.filter(({ entry }) => typeof entry !== 'object')
  if (wrong === undefined && lines.length > 0) return lines.map(({ entry }) => entry)
  const where = wrong === undefined || wrong === lines[0] ? '' : ` Line ${wrong.line} is none.`
  throw new CommandError(
    `${file === '-' ? 'Standard input' : file} must contain a JSON array of sessions, or one JSON object per line.${where}`,
  )
}

const maxMistakes = 5

function readSession(entry: unknown, index: number, file: string): Given {
  const read = session.safeParse(entry)
  const where = `${file === '-' ? 'Standard input' : file}, session ${index + 1}:`
  if (!read.success) {
    const mistakes = read.error.issues
      .slice(0, maxMistakes)
      .map(({ path, message }) => `${where} ${path.join('.') || 'it'} ${message}`)
    throw new CommandError(...mistakes)
  }
  const { amount } = read.data
  if (amount !== undefined && amount !== null && !parseMoney(amount))
    throw new CommandError(`${where} amount must be like { "value": "49.90", "currency": "EUR" }.`)
  return read.data
}

const outcomeIn = ({ kind, status, outcome }: Given) => outcome ?? outcomeOf(kind, status)
const isEnd = (given: Given) => !['open', 'authorized'].includes(outcomeIn(given))

const recordedOf = (given: Given): RecordedPayment => ({
  kind: given.kind,
  reference: given.reference,
  serviceId: given.service_id,
  status: given.status,
  outcome: outcomeIn(given),
  amount: parseMoney(given.amount),
  review: null,
  settledAs: null,
})
