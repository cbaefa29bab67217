// Orca's utterances, read from the file of its speech server (../orca/speech_to_file.py).
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const lookEveryMs = 50
/** Longer speech without a break means that Orca repeats itself. */
const longestTalkMs = 60_000

export interface Utterance {
  /** Seconds since 1970. */
  readonly at: number
  /**
   * `page`: the automatic reading of a loaded page, until its `end`; `key`: the name of a pressed key; `stop`: a request for
   * silence, also while a page is read.
   */
  readonly kind: 'speech' | 'page' | 'end' | 'key' | 'stop'
  readonly text: string
  /** Title of the active window. */
  readonly window: string
}

export class ScreenReader {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  /** All utterances since its start. */
  async utterances(): Promise<readonly Utterance[]> {
    const lines = (await readFile(this.#file, 'utf8')).split('\n')
    // The last line is empty or incomplete.
    return lines.slice(0, -1).map((line) => JSON.parse(line))
  }

  /** Waits until the utterances fulfil a condition, or the timeout. @returns whether they do */
  async until(holds: (heard: readonly Utterance[]) => boolean, timeoutMs: number): Promise<boolean> {
    for (const end = performance.now() + timeoutMs; ; await sleep(lookEveryMs)) {
      if (holds(await this.utterances())) return true
      if (performance.now() > end) return false
    }
  }

  /** Waits until there was no utterance for this time. A slow machine may pause longer while it reads a page. */
  async quiet(quietMs: number): Promise<void> {
    let count = -1
    for (let since = 0, end = performance.now() + longestTalkMs; ; await sleep(lookEveryMs)) {
      const heard = await this.utterances()
      const { length } = heard
      if (performance.now() > end) throw new Error(`The screen reader does not stop: ${length} utterances.`)
      if (length !== count || isReading(heard)) [count, since] = [length, performance.now()]
      else if (performance.now() - since > quietMs) return
    }
  }
}

/** Whether a page is being read: a key during the reading leaves Orca at an unknown place. */
function isReading(heard: readonly Utterance[]): boolean {
  const last = heard.findLast(({ kind }) => kind === 'page' || kind === 'end' || kind === 'stop')
  return last?.kind === 'page'
}
