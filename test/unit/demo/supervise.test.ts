import { describe, expect, test } from 'vitest'
import { afterEnd, type Ending } from '../../../demo/supervise.ts'

const killed: Ending = { child: 'server', phase: 'running', code: null, signal: 'SIGKILL', restarts: 0 }

describe('when a child of npm start ends', () => {
  test('a killed merchant server restarts after a growing delay of 8 s at most', () => {
    const delays = [0, 1, 2, 3, 4, 5, 6, 50].map((restarts) => afterEnd({ ...killed, restarts }))
    expect(delays.map((verdict) => verdict.do === 'restart' && verdict.afterMs)).toEqual([
      250, 500, 1000, 2000, 4000, 8000, 8000, 8000,
    ])
  })

  test.each<[string, Partial<Ending>, number]>([
    ['a child that refuses its environment at start', { phase: 'starting', code: 1, signal: null }, 1],
    ['a child killed during start', { phase: 'starting' }, 137],
    ['a merchant server that gives up by itself', { code: 3, signal: null }, 3],
    ['a merchant server that was asked to end', { code: 0, signal: null }, 0],
    ['a sandbox that was killed, because its last changes may be lost', { child: 'sandbox' }, 137],
  ])('%s stops everything with its exit code', (_title, ending, exitCode) => {
    expect(afterEnd({ ...killed, ...ending })).toEqual({ do: 'stop', exitCode })
  })

  test.each(['sandbox', 'server'] as const)('nothing happens when %s ends after Ctrl-C', (child) => {
    expect(afterEnd({ ...killed, child, phase: 'stopping' })).toEqual({ do: 'nothing' })
  })
})
