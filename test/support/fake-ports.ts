// All ports as plain objects. By default nothing fails: windows open, memory stores,
// and requests stay open until the test answers them.
import type { Messages } from '../../src/locales/messages.ts'
import { createBankDirectory } from '../../src/platform/bank-directory.ts'
import type { Locales, Memory, Ports, ReturnChannel, Wake, WakeReason } from '../../src/platform/ports.ts'
import type { Method } from '../../src/protocol/method.ts'
import { type FakeClock, fakeClock, settle } from './fake-clock.ts'
import { type FakeMerchant, fakeMerchant } from './fake-merchant.ts'
import { type FakeWindows, fakeWindows } from './fake-windows.ts'

export interface FakeWake extends Wake {
  readonly watchers: number
  readonly frontWatchers: number
  wake(reason: WakeReason): Promise<void>
  /** Moves another window to the front, or ours. */
  front(isInFront: boolean): void
}

export interface FakeChannel extends ReturnChannel {
  readonly watchers: number
  /** A return page announces itself. @returns whether an element claimed its window */
  return(sessionId: string): Promise<boolean>
}

export interface FakeMemory extends Memory {
  readonly entries: Map<string, string>
}

export interface FakeLocales extends Locales {
  /** Languages by tag; `null` is still loading. All others are not offered, so the widget uses English. */
  readonly messages: Map<string, Partial<Messages> | null>
  /** Finishes loading a language. */
  arrive(tag: string, messages: Partial<Messages>): Promise<void>
}

export interface FakeFrames {
  /** Whether frames come only by `show`. Otherwise the next one comes as soon as the page's own code has run. */
  held: boolean
  show(): Promise<void>
}

export interface FakePorts extends Ports {
  serverNow(): number
  readonly clock: FakeClock
  readonly merchant: FakeMerchant
  readonly windows: FakeWindows
  readonly wake: FakeWake
  readonly channel: FakeChannel
  readonly memory: FakeMemory
  readonly locales: FakeLocales
  readonly frames: FakeFrames
  /** Methods that this browser does not support. */
  readonly unable: Set<Method>
  /** Lines in the developer's console. */
  readonly reported: readonly string[]
}

const made = new Set<FakePorts>()

/** A fake platform. Two pages of one tab share `memory`; a reload is a second `fakePorts` with the first one's. */
export function fakePorts({ memory = fakeMemory() }: { readonly memory?: FakeMemory } = {}): FakePorts {
  const merchant = fakeMerchant()
  const reported: string[] = []
  const directory = createBankDirectory(merchant.api)
  const clock = fakeClock()
  const unable = new Set<Method>()
  const locales = fakeLocales()
  const frames = fakeFrames()
  let keys = 0
  const ports: FakePorts = {
    merchant,
    clock,
    windows: fakeWindows(),
    wake: fakeWake(),
    channel: fakeChannel(),
    memory,
    reported,
    api(endpoint) {
      merchant.endpoints.push(endpoint)
      return merchant.api
    },
    addressOf: (endpoint) => new URL(endpoint, 'https://shop.example/product').href.replace(/\/+$/, ''),
    banks: () => directory,
    instruments: () => merchant.api.instruments(),
    locales,
    afterFrame: (run) => frames.afterFrame(run),
    frames,
    canPay: (method) => !unable.has(method),
    unable,
    serverNow: clock.now,
    random: () => 0.5,
    newKey: () => `00000000-0000-4000-8000-${String(++keys).padStart(12, '0')}`,
    report: (message) => void reported.push(message),
  }
  made.add(ports)
  return ports
}

/** Returns the fake platforms made since the last call. */
export function takeMadePorts(): FakePorts[] {
  const all = [...made]
  made.clear()
  return all
}

function fakeLocales(): FakeLocales {
  const messages = new Map<string, Partial<Messages> | null>()
  const waiting = new Set<() => void>()
  return {
    messages,
    load(lang, onSettled) {
      const found = messages.get(lang)
      if (found === null) waiting.add(onSettled)
      return found === null ? undefined : (found ?? null)
    },
    arrive(tag, added) {
      messages.set(tag, added)
      for (const run of waiting) run()
      return settle()
    },
  }
}

export function fakeMemory(): FakeMemory {
  const entries = new Map<string, string>()
  return {
    entries,
    get: (key) => entries.get(key) ?? null,
    set: (key, value) => void entries.set(key, value),
    remove: (key) => void entries.delete(key),
  }
}

/** Storage that the browser refuses: it stores nothing. */
export function refusingMemory(): FakeMemory {
  return { entries: new Map(), get: () => null, set: () => {}, remove: () => {} }
}

function fakeWake(): FakeWake {
  const watchers = new Set<(reason: WakeReason) => void>()
  const frontWatchers = new Set<(isInFront: boolean) => void>()
  return {
    isHidden: () => false,
    watch: (run) => watching(watchers, run),
    watchWindowFocus: (run) => watching(frontWatchers, run),
    get watchers() {
      return watchers.size
    },
    get frontWatchers() {
      return frontWatchers.size
    },
    front(isInFront) {
      for (const run of [...frontWatchers]) run(isInFront)
    },
    wake(reason) {
      for (const run of [...watchers]) run(reason)
      return settle()
    },
  }
}

function fakeFrames(): FakeFrames & Pick<Ports, 'afterFrame'> {
  const waiting: (() => void)[] = []
  return {
    held: false,
    afterFrame(run) {
      if (this.held) waiting.push(run)
      else queueMicrotask(run)
    },
    show() {
      for (const run of waiting.splice(0)) run()
      return settle()
    },
  }
}

function fakeChannel(): FakeChannel {
  const watchers = new Set<(sessionId: string) => boolean>()
  return {
    watch: (run) => watching(watchers, run),
    get watchers() {
      return watchers.size
    },
    async return(sessionId) {
      const claims = [...watchers].map((run) => run(sessionId))
      await settle()
      return claims.includes(true)
    },
  }
}

function watching<Run>(watchers: Set<Run>, run: Run): () => void {
  watchers.add(run)
  return () => void watchers.delete(run)
}

/** Leaked timers and listeners of a disconnected checkout; empty when there are none. */
export function leaksOf({ clock, wake, channel, merchant }: FakePorts): string[] {
  const requests = merchant.read.waiting.length + merchant.create.waiting.length
  const found = {
    timers: clock.pending,
    'wake watchers': wake.watchers,
    'front watchers': wake.frontWatchers,
    'channel watchers': channel.watchers,
    requests,
  }
  return Object.entries(found).flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : []))
}
