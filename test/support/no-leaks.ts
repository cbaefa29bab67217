// After each test, by itself: what the test started is ended, and no timer, listener or request of the widget is left on its
// fake platform, and the time is the real one again. A test that leaves one fails, and its message says what was left.
import { beforeEach, vi } from 'vitest'
import { endAll } from './ends-with-test.ts'
import { settle } from './fake-clock.ts'
import { leaksOf, takeMadePorts } from './fake-ports.ts'

beforeEach(({ onTestFinished }) => {
  // Registered first, so it runs last: after every `afterEach`, and after what the test itself has registered.
  onTestFinished(async () => {
    endAll()
    await settle()
    const leaks = takeMadePorts().flatMap(leaksOf)
    // `vi.setSystemTime` fakes the date without fake timers.
    if (vi.isFakeTimers() || vi.getMockedSystemTime() !== null) {
      vi.useRealTimers()
      leaks.push('a fake time, which the files after it would share')
    }
    if (leaks.length > 0) throw new Error(`The test left behind: ${leaks.join(', ')}.`)
  })
})
