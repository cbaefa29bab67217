// What is typed into our fields stays inside. Outside of the shadow root, the target of its events is the element, so a
// page with keyboard shortcuts does not see that a person types.
import { afterEach, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { fakePorts } from '../support/fake-ports.ts'
import { type Mounted, mount, mountPayout } from './mounted.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** A page that runs a shortcut for each of these keys, unless a person types into a field, as pages do it. */
function pageWithShortcuts(keys: string, on: EventTarget = document): { readonly run: string[] } {
  const run: string[] = []
  const listening = new AbortController()
  for (const type of ['keydown', 'keypress', 'keyup', 'paste', 'copy', 'cut'])
    on.addEventListener(
      type,
      (event) => {
        const { key = type } = event as KeyboardEvent
        if ((event.target as Element).matches?.('input, textarea') || !keys.split(' ').includes(key)) return
        run.push(key)
        event.preventDefault()
      },
      { signal: listening.signal },
    )
  stops.push(() => listening.abort())
  return { run }
}

const byEmail = () => mount({ methods: 'service_wallet' })
const byBank = () => mount({ methods: 'bank_account' })
const withCode = async () => {
  const payout = mountPayout()
  await payout.read({ kind: 'payout', redirect_url: null })
  return payout as unknown as Mounted
}

describe('letters that the page has as shortcuts', () => {
  test.each([
    ['an email address', byEmail, 'sk.kim@shop.example'],
    ['the name of a bank', byBank, 'sk bank'],
    ['the code of a payout', withCode, 'sk-123'],
  ])('are typed into the field of %s, and run no shortcut', async (_, show, text) => {
    const { run } = pageWithShortcuts('s k / ? g')
    const mounted = await show()
    mounted.field().focus()
    await userEvent.keyboard(text)

    expect([mounted.field().value, run]).toEqual([text, []])
  })

  test('are typed into the field of an IBAN, also with a listener on the window', async () => {
    const { run } = pageWithShortcuts('d e 8', window)
    const mounted = byBank()
    mounted.field().focus()
    await userEvent.keyboard('de89')

    expect([mounted.field().value, run]).toEqual(['DE89', []])
  })
})

test('text that is pasted into a field is pasted there, on a page that takes what is pasted', async () => {
  const { run } = pageWithShortcuts('paste')
  const mounted = byEmail()
  const pasted = new ClipboardEvent('paste', { bubbles: true, composed: true, cancelable: true })
  mounted.field().dispatchEvent(pasted)

  expect([pasted.defaultPrevented, run]).toEqual([false, []])
})

test('Escape and Tab reach the page, which closes its dialog and keeps the focus in it', async () => {
  const { run } = pageWithShortcuts('Escape Tab')
  const mounted = byEmail()
  mounted.field().focus()
  await userEvent.keyboard('{Escape}{Tab}')

  expect(new Set(run)).toEqual(new Set(['Escape', 'Tab']))
})

test('Enter in a field pays, and does not reach the page', async () => {
  const { run } = pageWithShortcuts('Enter')
  const mounted = byEmail()
  const key = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, composed: true, cancelable: true })
  mounted.field().dispatchEvent(key)

  expect([mounted.ports.merchant.create.calls.length, run]).toEqual([1, []])
})

test('keys of a radio button reach the page, as those of its own radio buttons do', async () => {
  const { run } = pageWithShortcuts('s')
  const mounted = mount({ methods: 'card service_wallet' })
  ;(mounted.radio().first().element() as HTMLElement).focus()
  await userEvent.keyboard('s')

  expect(run).toContain('s')
})

test('keys of a field that the page has put into the element reach the page', async () => {
  const heard: string[] = []
  const note = Object.assign(document.createElement('input'), { id: 'field' })
  const mounted = mount({ methods: 'service_wallet' }, { ports: fakePorts() })
  mounted.element.append(note)
  const listen = ({ key }: KeyboardEvent) => heard.push(key)
  document.addEventListener('keydown', listen)
  stops.push(() => document.removeEventListener('keydown', listen))
  note.dispatchEvent(new KeyboardEvent('keydown', { key: 's', bubbles: true, composed: true }))

  expect(heard).toEqual(['s'])
})

test('a text that is composed by an input method is typed as everywhere', async () => {
  const mounted = byBank()
  const field = mounted.field()
  field.focus()
  for (const type of ['compositionstart', 'compositionupdate', 'compositionend'])
    field.dispatchEvent(new CompositionEvent(type, { data: '銀行', bubbles: true, composed: true }))
  const key = new KeyboardEvent('keydown', {
    key: 'Process',
    isComposing: true,
    bubbles: true,
    composed: true,
  })
  field.dispatchEvent(key)

  expect([key.defaultPrevented, mounted.ports.merchant.create.calls.length]).toEqual([false, 0])
})
