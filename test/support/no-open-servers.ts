// After each file of tests in Node: a server that still listens, or a program that still runs, fails the file that left it.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll } from 'vitest'

const kinds = ['TCPServerWrap', 'ProcessWrap']
const open = () => process.getActiveResourcesInfo().filter((kind) => kinds.includes(kind))
let before = 0

beforeAll(() => {
  before = open().length
})
// Registered first, so it runs last.
afterAll(async () => {
  // What was just closed takes a moment.
  for (let tries = 0; open().length > before && tries < 1_000; tries++) await sleep(20)
  if (open().length > before) throw new Error(`The tests of this file left open: ${open().join(', ')}.`)
})
