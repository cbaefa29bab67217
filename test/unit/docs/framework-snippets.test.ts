// Vue and Svelte files of the documents compile, and the output listens to the element's events or opens the payment.
import { compile } from 'svelte/compiler'
import { describe, expect, test } from 'vitest'
import { compileScript, compileTemplate, parse } from 'vue/compiler-sfc'
import { allBlocks, placeOf, readDocument } from '../../support/documents.ts'

const isCustomElement = (tag: string) => /^(payin|payout)-/.test(tag)
const places = (language: string) => allBlocks(language).map((block) => [placeOf(block), block.code] as const)

/** A page with the hook opens the payment itself. One with the element listens to it. */
const usesHook = (source: string) => source.includes('use-checkout')

describe('a Vue file of the documents', () => {
  test.each(places('vue'))('%s compiles, and uses the checkout', (place, source) => {
    const { descriptor, errors } = parse(source, { filename: place })
    const script = compileScript(descriptor, { id: 'snippet' })
    const template = compileTemplate({
      id: 'snippet',
      filename: place,
      source: descriptor.template?.content ?? '',
      compilerOptions: { isCustomElement, ...(script.bindings && { bindingMetadata: script.bindings }) },
    })

    expect([errors, template.errors]).toEqual([[], []])
    expect(template.code).toMatch(usesHook(source) ? /onClick:.*\bopen\b/ : /\bonPaymentComplete\b/)
  })

  test('uses the same isCustomElement as this test', () => {
    const [, said] = /isCustomElement` is `([^`]+)`/.exec(readDocument('docs/integration.md')) ?? []
    expect(said?.replace(/\s/g, '')).toBe(isCustomElement.toString().replace(/\s/g, ''))
  })
})

describe('a Svelte file of the documents', () => {
  test.each(places('svelte'))('%s compiles, and uses the checkout', (place, source) => {
    const { js, warnings } = compile(source, { filename: place, generate: 'client' })

    expect(warnings.map(({ message }) => message)).toEqual([])
    expect(js.code).toMatch(usesHook(source) ? /\bcheckout\.open\b/ : /payment-complete\b/)
  })
})
