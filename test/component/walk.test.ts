// The table of CONTRIBUTING.md that follows a payment through the widget, held to the real calls of an element in a page.
import { afterEach, expect, test } from 'vitest'
import { cdp, commands } from 'vitest/browser'
import { type Debugger, labelOf, watchCalls } from '../support/called.ts'
import { aSession } from '../support/sessions.ts'
import { tableOf } from '../support/tables.ts'
import { firstOfEach, stopsOf } from '../support/walks.ts'
import { mount } from './mounted.ts'

/** The debugger of this page; the modules come from the server that has sent them before. */
const pageDebugger: Debugger = {
  send: (method, params) => (cdp() as Pick<Debugger, 'send'>).send(method, params),
  sourceOf: async (file) => (await fetch(`/${file}`)).text(),
}
afterEach(() => pageDebugger.send('Debugger.disable'))

test('a payment passes the functions of its table, in their order', async () => {
  const document = await commands.readFile('CONTRIBUTING.md')
  const stops = stopsOf(tableOf(document, 'press'))
  const { button, ports, read, emitted } = mount()
  const called = await watchCalls(pageDebugger, stops)
  await button('Pay now').click()
  await ports.merchant.create.last.answer(aSession())
  await read({ status: 'COMPLETED', outcome: 'complete' })
  const calls = called()

  expect(emitted.map(({ name }) => name)).toContain('complete')
  expect(firstOfEach(calls)).toEqual(stops.map(labelOf))
})
