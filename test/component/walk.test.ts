// The table of CONTRIBUTING.md that follows a payment through the widget, held to the real calls of an element in a page.
import { expect, test } from 'vitest'
import { cdp, commands } from 'vitest/browser'
import { type DebuggerClient, labelOf, watchCalls } from '../support/called.ts'
import { aSession } from '../support/sessions.ts'
import { tableOf } from '../support/tables.ts'
import { firstOfEach, stopsOf } from '../support/walks.ts'
import { mount } from './mounted.ts'

test('a payment passes the functions of its table, in their order', async () => {
  const document = await commands.readFile('CONTRIBUTING.md')
  const stops = stopsOf(tableOf(document, 'press'))
  const { button, ports, read, heard } = mount()
  const called = await watchCalls(cdp() as DebuggerClient, stops)
  await button('Pay now').click()
  await ports.merchant.create.last.answer(aSession())
  await read({ status: 'COMPLETED', outcome: 'complete' })
  const calls = called()

  expect(heard.map(({ name }) => name)).toContain('complete')
  expect(firstOfEach(calls)).toEqual(stops.map(labelOf))
})
