// verify against complete servers: the Python proxy of the documents, the servers in PHP and Go, and the example shop.
import { describe, expect, test } from 'vitest'
import { chapters } from '../../src/cli/verify/promises/index.ts'
import { isSkipped } from './support/programs.ts'
import { runVerify, verdictsIn } from './support/verify-command.ts'

const all = chapters.flatMap(({ promises }) => promises.map(({ id }) => id))
const allBut = (...left: readonly string[]) => all.filter((id) => !left.includes(id))

describe.concurrent('verify', () => {
  test.skipIf(isSkipped('python3'))('reports what the Python proxy of the documents lacks', async () => {
    const ended = await runVerify('python', 5)
    const broken = ['bad-input', 'many-tabs', 'promised', 'paid', 'return']
    const notChecked = ['paid-twice', 'price-changed', 'withdrawn', 'paid-elsewhere']
    const notOffered = [
      ...['webhook-twice', 'webhook-forged', 'webhook-unsigned', 'webhook-garbage', 'webhook-order'],
      ...['webhook-of-earlier', 'webhook-while-down'],
      ...['unchanged', 'held-read', 'banks', 'instruments'],
    ]
    expect(verdictsIn(ended)).toEqual({
      held: allBut(...notChecked, ...broken, ...notOffered),
      broken,
      'not offered': notOffered,
      'not checked': notChecked,
    })
    expect(ended.code).toBe(1)
  })

  test.skipIf(isSkipped('php'))('finds every promise held by the server in PHP', async () => {
    const ended = await runVerify('php', 15)
    const notOffered = ['held-read', 'instruments']
    expect(verdictsIn(ended), ended.err).toEqual({
      held: allBut(...notOffered),
      'not offered': notOffered,
    })
    expect(ended.code).toBe(0)
  })

  test.skipIf(isSkipped('go'))('finds every promise held by the server in Go', async () => {
    const ended = await runVerify('go', 15)
    expect(verdictsIn(ended), ended.err).toEqual({
      held: allBut('instruments'),
      'not offered': ['instruments'],
    })
    expect(ended.code).toBe(0)
  })

  test('finds every promise held by the example shop', async () => {
    const ended = await runVerify('example', 40)
    expect(verdictsIn(ended), ended.err).toEqual({ held: all })
    expect(ended.code).toBe(0)
  })
})
