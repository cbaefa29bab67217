// `onEvent`: which events are emitted, which are logged, and what happens when a handler fails.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { eventMistakes, isLine, jsonLines, type OnEvent, openEvents } from '../../../src/merchant/events.ts'
import type { MerchantEvent } from '../../../src/merchant/log.ts'
import { useWorld } from './harness.ts'

const time = '2026-11-20T12:00:00.000Z'
const names = (events: readonly { readonly event: string }[]) => events.map(({ event }) => event)
const parsed = (lines: readonly string[]) => lines.map((line) => JSON.parse(line) as MerchantEvent)

describe('the log', () => {
  test.each<[Omit<MerchantEvent, 'time'>, boolean]>([
    [{ event: 'session_created' }, true],
    [{ event: 'request', method: 'POST', status: 201 }, true],
    [{ event: 'request', method: 'GET', status: 404 }, true],
    [{ event: 'request', method: 'GET', status: 304 }, false],
    [{ event: 'request', method: 'GET', status: 200 }, false],
    [{ event: 'service_called', status: 500 }, false],
    [{ event: 'read_held' }, false],
    [{ event: 'read_released' }, false],
    [{ event: 'an event of a later version' }, true],
  ])('contains %j: %s', (event, written) => {
    const lines: string[] = []
    jsonLines((line) => lines.push(line))({ time, ...event })
    expect([isLine({ time, ...event }), lines.length === 1]).toEqual([written, written])
  })

  test('holds all fields of an event, with the id of its request', () => {
    const lines: string[] = []
    jsonLines((line) => lines.push(line))({ time, event: 'failed', request: 'r-1', message: 'no', ms: 3 })
    expect(parsed(lines)).toEqual([
      { time: expect.any(String), event: 'failed', request: 'r-1', message: 'no', ms: 3 },
    ])
  })
})

describe('handlers', () => {
  let written: string[]
  beforeEach(() => {
    written = []
    vi.spyOn(console, 'log').mockImplementation((line) => written.push(String(line)))
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  })
  const broken: OnEvent = () => {
    throw new Error('The exporter is gone.')
  }

  test('are called in turn, and one that throws does not keep an event from the next', () => {
    const emitted: string[] = []
    const { log } = openEvents([broken, ({ event }) => emitted.push(event)])
    log('session_created', { session: 's-1' })
    expect(emitted).toEqual(['session_created'])
    expect(parsed(written)).toMatchObject([
      { event: 'session_created', session: 's-1' },
      { event: 'on_event_failed', line: 'session_created', message: 'Error: The exporter is gone.' },
    ])
  })

  test('that reject later end no process, and the failure is logged', async () => {
    const rejected: unknown[] = []
    const note = (reason: unknown) => rejected.push(reason)
    process.on('unhandledRejection', note)
    const { log } = openEvents(async () => {
      throw new Error('The exporter is gone.')
    })
    log('fulfilled')
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', note)
    expect(rejected).toEqual([])
    expect(names(parsed(written))).toEqual(['fulfilled', 'on_event_failed'])
  })

  test('that fail at each read write the reason once, and at each line of the log every time', () => {
    const { log, measure } = openEvents(broken)
    for (let n = 0; n < 3; n++) {
      measure?.('read_held')
      measure?.('request', { method: 'GET', status: 200 })
      log('webhook_refused', { kind: 'payin' })
    }
    const reasons = parsed(written).map(({ event, line }) => line ?? event)
    expect(reasons).toEqual([
      ...['read_held', 'request', 'webhook_refused', 'webhook_refused'],
      ...['webhook_refused', 'webhook_refused', 'webhook_refused', 'webhook_refused'],
    ])
  })

  test('that fail together with the console stop nothing', () => {
    vi.spyOn(console, 'log').mockImplementation(() => {
      throw new Error('The console is gone.')
    })
    for (const onEvent of [undefined, broken]) {
      const { log } = openEvents(onEvent)
      expect(() => log('session_created')).not.toThrow()
    }
  })

  test('get both log events and measurements', () => {
    const emitted: string[] = []
    const { log, measure } = openEvents(({ event }) => emitted.push(event))
    log('alert')
    measure?.('read_held')
    expect(emitted).toEqual(['alert', 'read_held'])
    expect(written).toEqual([])
  })

  test('that are not set leave the log on, and nothing is measured', () => {
    const { log, measure } = openEvents(undefined)
    log('alert')
    expect(names(parsed(written))).toEqual(['alert'])
    expect(measure).toBeUndefined()
  })

  test('in an empty list switch the log off, and nothing is measured', () => {
    const { log, measure } = openEvents([])
    log('alert')
    expect(written).toEqual([])
    expect(measure).toBeUndefined()
  })

  test('of the server itself, such as its metrics, leave the log on', () => {
    const emitted: string[] = []
    const { log, measure } = openEvents(undefined, [({ event }) => emitted.push(event)])
    log('alert')
    measure?.('read_held')
    expect([names(parsed(written)), emitted]).toEqual([['alert'], ['alert', 'read_held']])
  })

  test.each<[string, unknown]>([
    ['an object that holds the handler', { onEvent: () => undefined }],
    ['a promise of one', Promise.resolve({})],
    ['a list with one that is missing', [() => undefined, undefined]],
    ['null', null],
  ])('cannot be %s, which is reported before the first payment', (_what, given) => {
    expect(eventMistakes(given)).toEqual([
      expect.stringMatching(/^onEvent must be a function, or a list of functions/),
    ])
  })
})

describe('a read', () => {
  const world = useWorld()
  const emitted: { event: string; [field: string]: unknown }[] = []
  beforeEach(() => {
    emitted.length = 0
  })
  const listen = () => world().restart({}, { measure: (event, fields) => emitted.push({ event, ...fields }) })

  test('is measured and not logged', async () => {
    await listen()
    const { pay, read, logged } = world()
    const { id } = await pay('A-1001')
    emitted.length = 0
    logged.length = 0
    await read(id)
    expect(emitted).toEqual([
      {
        event: 'request',
        request: expect.any(String),
        route: '/checkout/sessions/:id',
        method: 'GET',
        status: 200,
        ms: expect.any(Number),
      },
    ])
    expect(logged).toEqual([])
  })

  test('that is held emits its begin and its end once each', async () => {
    await listen()
    const { pay, read, clock } = world()
    const { id } = await pay('A-1001')
    emitted.length = 0
    const held = read(id, { 'if-none-match': '"2"', prefer: 'wait=20' })
    await clock.untilSleeping(20_000)
    expect(names(emitted)).toEqual(['read_held'])
    await clock.advance(20_000)
    await held
    expect(names(emitted)).toEqual(['read_held', 'read_released', 'request'])
  })

  test('is neither measured nor tracked when nobody listens', async () => {
    const { pay, read, merchant, logged } = world()
    const { id } = await pay('A-1001')
    logged.length = 0
    await read(id)
    expect([merchant.measure, logged]).toEqual([undefined, []])
  })
})

describe('a request that changes something', () => {
  const world = useWorld()

  test('emits its calls and its end, all with its id', async () => {
    const emitted: { event: string; [field: string]: unknown }[] = []
    const { log, measure } = openEvents((event) => emitted.push(event))
    await world().restart({}, { log, measure })
    const response = await world().createSession('A-1001')
    const of = emitted.filter(({ request }) => request === response.headers.get('x-request-id'))
    expect(names(of).filter((name) => name !== 'no_client_address')).toEqual([
      'session_created',
      'service_called',
      'session_changed',
      'request',
    ])
    expect(of.at(-1)).toMatchObject({ method: 'POST', route: '/checkout/sessions' })
    expect(of.find(({ event }) => event === 'service_called')).toMatchObject({
      operation: 'POST /payins',
      status: 201,
    })
  })

  test('such as a webhook emits its session and the duration of its work', async () => {
    const emitted: MerchantEvent[] = []
    const { log, measure } = openEvents((event) => emitted.push(event))
    await world().restart({}, { log, measure })
    const { pay, move, service, db } = world()
    await pay('A-1001')
    await move(service.only(), 'COMPLETED')
    const [row] = await db.query<{ id: string }>('select id from payin_checkout.sessions')
    expect(emitted.find(({ event }) => event === 'webhook_done')).toMatchObject({ session: row?.id, ms: 0 })
    expect(emitted.find(({ event }) => event === 'fulfilled')).toMatchObject({
      session: row?.id,
      attempt: 1,
      ms: 0,
    })
  })
})
