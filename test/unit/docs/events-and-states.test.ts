// docs/events-and-states.md lists every state, event and fault, and no other.
import { describe, expect, test } from 'vitest'
import { eventNames } from '../../../src/checkout/event-names.ts'
import type { EventName } from '../../../src/checkout/events.ts'
import { cancelable, isOncePerSession } from '../../../src/checkout/events.ts'
import type { Hosted } from '../../../src/checkout/state.ts'
import { en } from '../../../src/locales/en.ts'
import { faultKinds, faultOf } from '../../../src/protocol/fault.ts'
import { noticeOf } from '../../../src/view/notice.ts'
import { codeIn, documents, readDocument, tableOf } from '../../support/documents.ts'
import { phases, stateOf, waitingIn } from '../checkout/every-state.ts'

const page = readDocument('docs/events-and-states.md')
const readme = readDocument('README.md')

const events = eventNames.map((name) => `payment-${name}`)

const hostedPlaces: Record<Hosted, string> = {
  popup: 'is open in a window',
  closed: 'was open in a window',
  refused: 'got no window',
  redirect: 'takes this tab',
  returned: 'has sent the shopper back',
  elsewhere: 'is not known',
}

const firstCells = (text: string, heading: string) =>
  tableOf(text, heading).map(([first = '']) => codeIn(first)[0])
const rowOf = (heading: string, name: string) =>
  tableOf(page, heading).find(([first = '']) => first === `\`${name}\``) ?? []

describe('the page about events and states', () => {
  test('has a row for every phase, and for no other', () => {
    expect(firstCells(page, '`phase`').sort()).toEqual([...phases].sort())
  })

  test('draws every phase, and no other', () => {
    const [, picture = ''] = /```mermaid\n([\s\S]*?)```/.exec(page) ?? []
    const words = new Set(picture.match(/[a-z]+/g))
    expect(phases.filter((phase) => !words.has(phase))).toEqual([])
  })

  test.each(phases)('shows what the shopper sees in %s', (phase) => {
    const seen = rowOf('`phase`', phase)[3]
    const title = noticeOf(stateOf[phase], en)?.title
    if (phase !== 'waiting') expect(seen).toContain(title ?? (phase === 'idle' ? en.payPlain : en.opening))
  })

  test('shows what the shopper sees for each place of the hosted page', () => {
    const said = tableOf(page, 'the hosted page').map(([, seen]) => seen)
    const shown = Object.keys(hostedPlaces).map((hosted) => noticeOf(waitingIn(hosted as Hosted), en)?.title)
    expect(said).toEqual(shown.map((title) => `“${title}”`))
    expect(tableOf(page, 'the hosted page').map(([place = '']) => place)).toEqual(
      Object.values(hostedPlaces).map((place) => expect.stringContaining(place)),
    )
  })

  test.each([
    ['docs/events-and-states.md', page],
    ['README.md', readme],
  ])('%s has a row for every event, and for no other', (_, text) => {
    expect(firstCells(text, 'event')).toEqual(events)
  })

  test('no document listens to an event that does not exist', () => {
    // As a quoted name, and in the syntax of the frameworks.
    const uses =
      /['`@]pay(?:ment|out)-([a-z]+)|\bonpay(?:ment|out)-([a-z]+)|\bonPay(?:ment|out)([A-Z][a-z]+)/g
    const named = documents.flatMap((file) =>
      [...readDocument(file).matchAll(uses)].map(([, ...names]) => names.join('').toLowerCase()),
    )
    expect(named.filter((name) => !eventNames.includes(name as EventName) && name !== 'claim')).toEqual([])
    expect(named).toContain('complete')
  })

  test.each(events)('says how often %s is dispatched', (name) => {
    const isOnce = isOncePerSession(name.replace('payment-', '') as EventName)
    expect(rowOf('event', name)[2]?.includes('once a session')).toBe(isOnce)
  })

  test('marks exactly the cancelable events as such', () => {
    const stoppable = tableOf(page, 'event').filter(([, when = '']) => when.includes('preventDefault'))
    expect(stoppable.map(([name = '']) => codeIn(name)[0])).toEqual(
      [...cancelable].map((name) => `payment-${name}`),
    )
  })

  test('has a row for every fault, and for no other', () => {
    expect(firstCells(page, '`kind`')).toEqual([...faultKinds])
  })

  test.each(faultKinds)('says whether a retry helps against %s', (kind) => {
    expect(rowOf('`kind`', kind)[3]?.startsWith('yes')).toBe(faultOf(kind, '').retryable)
  })

  test('quotes only texts of the element', () => {
    const sentences = JSON.stringify(en)
    const quoted = [...page.matchAll(/“([^”]+)”/g)].map(([, words]) => words ?? '')
    expect(quoted.filter((words) => !sentences.includes(words))).toEqual([])
  })
})
