import { describe, expect, test } from 'vitest'
import { type Control, controlsOf, valuesFrom } from '../../../demo/playground/controls.ts'
import type { Declaration } from '../../../demo/playground/manifest.ts'
import { customElementsManifest } from '../../../scripts/custom-elements.ts'
import { elements, tokens } from '../../../src/elements/reference.ts'
import { methods } from '../../../src/protocol/method.ts'

const { modules } = customElementsManifest() as { modules: [{ declarations: Declaration[] }] }
const checkout = modules[0].declarations[0] as Declaration
const controls = controlsOf(checkout, { endpoint: '/checkout' })
const control = (name: string) => controls.find((each) => each.name === name) as Control
const read = (query: string) => valuesFrom(new URLSearchParams(query), controls, ['de', 'he'])

describe('the controls', () => {
  test('exist for each attribute and token of the package', () => {
    const [{ attributes = [] } = {}] = elements

    expect(controls.map(({ name }) => name)).toEqual([...attributes, ...tokens].map(({ name }) => name))
  })

  test('offer the values of the type, the description or the syntax', () => {
    expect(control('kind')).toMatchObject({
      field: 'choice',
      words: ['payin', 'bank_transfer', 'on_ramp'],
      usual: 'payin',
    })
    expect(control('disabled')).toMatchObject({ field: 'flag', usual: 'false' })
    expect(control('methods').field).toBe('several')
    expect(control('methods').words.toSorted()).toEqual([...methods].toSorted())
    expect(control('lang').field).toBe('language')
    expect(control('label')).toMatchObject({ field: 'text', usual: '', initial: '' })
    expect(control('endpoint').initial).toBe('/checkout')
    expect(control('--payin-accent').field).toBe('color')
    expect(control('--payin-radius').field).toBe('length')
    expect(control('--payin-font').field).toBe('text')
  })

  test('include a new attribute of the package', () => {
    const type = { text: "'left' | 'right'" }
    const attribute = { name: 'side', description: 'Where.', type, default: "'left'" }
    const [tomorrow] = controlsOf({ ...checkout, attributes: [attribute] })

    expect(tomorrow).toMatchObject({ field: 'choice', words: ['left', 'right'], initial: 'left' })
  })
})

describe('an address', () => {
  test('shows a shared playground again', () => {
    const query =
      'mode=popup&disabled=true&methods=card+apple_pay&lang=he&label=A+%26+B&--payin-accent=%230b5fff'
    const values = read(`${query}&--payin-radius=12px&endpoint=`)

    expect(
      Object.fromEntries([...values].filter(([name, value]) => value !== control(name).initial)),
    ).toEqual({
      mode: 'popup',
      disabled: 'true',
      methods: 'card apple_pay',
      lang: 'he',
      label: 'A & B',
      '--payin-accent': '#0b5fff',
      '--payin-radius': '12px',
      endpoint: '',
    })
  })

  test.each([
    'mode=sideways',
    'disabled=perhaps',
    'methods=card+cash',
    'lang=xx',
    '--payin-accent=red',
    '--payin-radius=99px',
    '--payin-radius=1px;}',
  ])('that says %s shows what the playground begins with', (query) => {
    const name = query.slice(0, query.indexOf('='))

    expect(read(query).get(name)).toBe(control(name).initial)
  })

  test('limits a text to one line and to its maximum length', () => {
    expect(read('label=a%0D%0Ab%00').get('label')).toBe('ab')
    expect(read(`label=${'x'.repeat(999)}`).get('label')).toHaveLength(200)
  })
})
