import { describe, expect, test } from 'vitest'
import { together } from '../../../src/merchant/store/together.ts'

/** Parts that end when the test ends them. */
function createParts() {
  const steps: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const part = (name: string) => () => {
    steps.push(`${name} begins`)
    return new Promise<string>((resolve, reject) =>
      ends.set(name, (error) => {
        steps.push(`${name} ends`)
        if (error) reject(error)
        else resolve(`result of ${name}`)
      }),
    )
  }
  const settled = () => new Promise(setImmediate)
  return {
    steps,
    part,
    async end(name: string, error?: Error) {
      ends.get(name)?.(error)
      await settled()
    },
  }
}

describe('parts of a transaction', () => {
  test('begin together in a store that can pipeline, and each gets its own result', async () => {
    const { steps, part, end } = createParts()
    const done = together({ isPipelined: true }, part('a'), part('b'))
    expect(steps).toEqual(['a begins', 'b begins'])
    await end('b')
    await end('a')
    expect(await done).toEqual(['result of a', 'result of b'])
  })

  test('run one after the other in any other store', async () => {
    const { steps, part, end } = createParts()
    const done = together({}, part('a'), part('b'))
    await end('a')
    await end('b')
    expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
    expect(await done).toEqual(['result of a', 'result of b'])
  })

  test('do not begin after one that failed, in any other store', async () => {
    const { steps, part, end } = createParts()
    const done = together({}, part('a'), part('b'))
    await Promise.all([expect(done).rejects.toThrow('full'), end('a', new Error('full'))])
    expect(steps).toEqual(['a begins', 'a ends'])
  })

  test('are all waited for when one fails, so that none sends a statement after the rollback', async () => {
    const { part, end } = createParts()
    let isOver = false
    const done = together({ isPipelined: true }, part('a'), part('b')).finally(() => {
      isOver = true
    })
    done.catch(() => undefined)
    await end('b', new Error('collision'))
    expect(isOver).toBe(false)
    await end('a', Object.assign(new Error('the transaction is aborted'), { code: '25P02' }))
    await expect(done).rejects.toThrow('collision')
  })

  test('fail with what the failing part says of it, though it takes longer to say so than the parts behind it', async () => {
    const refused = new Error('invalid input syntax for type integer')
    const meansNoOrder = new Error('no such order', { cause: refused })
    const translating = async () => {
      await Promise.reject(refused).catch(() => new Promise(setImmediate))
      throw meansNoOrder
    }
    // A statement behind a failed one fails with the same error.
    const behind = () => Promise.reject(refused)
    await expect(together({ isPipelined: true }, translating, behind)).rejects.toBe(meansNoOrder)
  })
})
