// The script is built without some parts of Preact (scripts/left-out.ts), and the modules with all of it. An element for which
// only the modules have code fails each test that draws it.
import { signal } from '@preact/signals'
import { h } from 'preact'
import { expect, test } from 'vitest'

test.each<[string, () => unknown]>([
  ['an element', () => <textarea />],
  ['an attribute', () => <input list="banks" />],
  ['a value that a field begins with', () => <input defaultValue="1" />],
  ['a listener that captures', () => <p onClickCapture={() => {}} />],
  ['a signal as an attribute', () => <p title={signal('a')} />],
  ['a signal as a child', () => <p>{signal('a')}</p>],
  ['a signal between other children', () => <p>a {[signal('b')]}</p>],
])('%s that the script cannot draw fails the test', (_, draw) => {
  expect(draw).toThrow('The script has no code for')
})

test('a component may get a signal, because it reads it', () => {
  const Show = ({ text }: { readonly text: { readonly value: string } }) => <p>{text.value}</p>

  expect(() => <Show text={signal('a')} />).not.toThrow()
})
