// The reference describes the elements for editors, documents and the playground. It must match them.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { eventNames } from '../../../src/checkout/event-names.ts'
import { PayinCheckoutElement, PayinReturnElement, PayoutClaimElement } from '../../../src/define.ts'
import { elements, events, parts, tokens } from '../../../src/elements/reference.ts'

const source = new URL('../../../src/', import.meta.url)
const classes = { PayinCheckoutElement, PayinReturnElement, PayoutClaimElement }
const namesOf = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name)

describe.each(elements)('the reference of $name', ({ className, attributes, properties, methods }) => {
  const element = classes[className as keyof typeof classes]
  const own = new Set<string>()
  for (let at = element.prototype; at && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const name of Object.getOwnPropertyNames(at)) own.add(name)
  }

  test('names only attributes that the element has, and all that it observes', () => {
    const names = namesOf(attributes)

    const propertyOf = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
    for (const name of names) if (name !== 'lang') expect([...own]).toContain(propertyOf(name))
    // A payout is never created here: these two are observed only because the class is shared.
    const ofPayins = className === 'PayoutClaimElement' ? ['order', 'kind', 'intent', 'methods'] : []
    expect(element.observedAttributes.filter((name) => !names.includes(name)).sort()).toEqual(ofPayins.sort())
  })

  test('names properties and methods that the element has', () => {
    for (const name of namesOf(properties)) if (name !== 'context') expect([...own]).toContain(name)
    for (const name of namesOf(methods)) {
      expect(typeof Object.getOwnPropertyDescriptor(allOf(element.prototype, name), name)?.value).toBe(
        'function',
      )
    }
  })
})

/** The prototype that has a property of this name. */
function allOf(prototype: object, name: string): object {
  return Object.hasOwn(prototype, name) ? prototype : allOf(Object.getPrototypeOf(prototype), name)
}

describe('the reference', () => {
  test('names exactly the events that are emitted', () => {
    expect(namesOf(events).sort()).toEqual([...eventNames].sort())
  })

  test('names every token of the style sheet', () => {
    const css = readFileSync(new URL('view/styles.css', source), 'utf8')

    const used = new Set(css.match(/var\((--payin-[a-z-]+)/g)?.map((use) => use.slice(4)))
    expect(namesOf(tokens).sort()).toEqual([...used].sort())
  })

  test('names every part of every screen', () => {
    const views = readdirSync(new URL('view/', source)).filter((name) => name.endsWith('.tsx'))
    const text = views.map((name) => readFileSync(new URL(`view/${name}`, source), 'utf8')).join('\n')
    const fixed = [...text.matchAll(/part="([a-z -]+)"/g)].flatMap(([, names]) => names?.split(' ') ?? [])

    const computed = ['root', 'panel', 'good', 'bad', 'button', 'plain', 'quiet', 'problem', 'code-error']
    expect(namesOf(parts).sort()).toEqual([...new Set([...fixed, ...computed])].sort())
  })
})
