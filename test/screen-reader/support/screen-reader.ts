// What Orca says, read from the file that its speech server writes (../orca/speech_to_file.py).
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const lookEveryMs = 50
/** Nobody talks that long without a break, except who says the same again and again. */
const longestTalkMs = 60_000

export interface Utterance {
  /** Seconds since 1970. */
  readonly at: number
  /**
   * `page`: read by itself when a page has loaded, until its `end`; `key`: the name of a key that was pressed; `stop`: silence,
   * please, also while a page is read.
   */
  readonly kind: 'speech' | 'page' | 'end' | 'key' | 'stop'
  readonly text: string
  /** Title of the window that was the active one. */
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
    // The last one is empty, or still being written.
    return lines.slice(0, -1).map((line) => JSON.parse(line))
  }

  /** Waits until what was heard fulfils a condition, or the patience ends. @returns whether it did */
  async until(holds: (heard: readonly Utterance[]) => boolean, patienceMs: number): Promise<boolean> {
    for (const end = performance.now() + patienceMs; ; await sleep(lookEveryMs)) {
      if (holds(await this.utterances())) return true
      if (performance.now() > end) return false
    }
  }

  /** Waits until nothing has been said for so long. A slow machine may pause for longer while it reads a page. */
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

/** Whether a page is being read: a key in the middle of it leaves Orca where nobody knows. */
function isReading(heard: readonly Utterance[]): boolean {
  const last = heard.findLast(({ kind }) => kind === 'page' || kind === 'end' || kind === 'stop')
  return last?.kind === 'page'
}
