// A shopper who uses a screen reader: presses keys, waits until it is quiet, and records the utterances.
import type { Desktop } from './desktop.ts'
import { ScreenReader, type Utterance } from './screen-reader.ts'
import type { Step } from './transcript.ts'

/** Utterances of one step follow each other faster than this. A later one belongs to the next step. */
const quietMs = 600
/** The same when transcripts are written: longer, to include announcements without a key press. */
const unknownQuietMs = 4_000
/** Long, because the machine may be busy. */
const speechTimeoutMs = 45_000
/** After a missing utterance the journey has failed; the rest runs only to record the utterances. */
const shortTimeoutMs = 4_000
const startTimeoutMs = 60_000
/** Orca reads a page a moment after it has announced it. */
const readingTimeoutMs = 5_000
const tabTimeoutMs = 5_000
const tabQuietMs = 600
const mostTabs = 40

/** Titles of the windows with our own texts: the shop, and the new window before the hosted page has loaded. */
const ours = /Lantern Row|Opening the secure page/
/** Orca's own words about a page: that it is loading, and its counts when a window opens or closes. */
const aboutPages = /^(Loading\.\s+Please wait\.|Page has \d.*)$/

/** Orca's words about the new payment window, which differ or repeat on a busy machine. */
const newWindow = /^(Finished loading\b.*|Opening the secure page… — Mozilla Firefox frame\.)$/
const newWindowLine = '(new window) Opening the secure page…'
/** The payment window before its title is known. */
const untitled = 'Mozilla Firefox'

export class Listener {
  readonly steps: Step[] = []
  /** The current step of the shopper. */
  doing = 'nothing yet'
  #isMissing = false
  readonly #desktop: Desktop
  readonly #screenReader: ScreenReader
  readonly #wanted: readonly Step[]

  /** @param wanted the expected utterances, which decide how long a step lasts; empty when transcripts are written */
  constructor(desktop: Desktop, wanted: readonly Step[]) {
    this.#desktop = desktop
    this.#screenReader = new ScreenReader(desktop.heardFile)
    this.#wanted = wanted
  }

  /** Opens a page and waits until the screen reader has read it. */
  async visit(address: string): Promise<void> {
    this.doing = `opens ${address}`
    const loaded = (heard: readonly Utterance[]) =>
      heard.some(({ kind, window }) => kind === 'page' && ours.test(window))
    const isRead = () => this.#screenReader.until(loaded, startTimeoutMs)
    this.#desktop.visit(address)
    // Try twice: sometimes Orca does not finish reading the first page of a new browser.
    if (!(await isRead())) await this.#desktop.press('F5')
    if (!(await isRead()))
      throw new Error(
        `The screen reader did not read ${address}: ${JSON.stringify(await this.#screenReader.utterances())}`,
      )
    await this.#screenReader.quiet(2 * quietMs)
    // The reading stopped at any place: go to the beginning of the page.
    const before = (await this.#screenReader.utterances()).length
    await this.#desktop.press('ctrl+Home')
    const answers = (heard: readonly Utterance[]) => heard.slice(before).some(({ kind }) => kind === 'speech')
    if (!(await this.#screenReader.until(answers, speechTimeoutMs)))
      throw new Error('Nothing is said at the beginning of the page.')
    await this.#screenReader.quiet(2 * quietMs)
  }

  /**
   * One step of the transcript: lasts until the expected number of utterances, and then until it is quiet.
   */
  async does(what: string, act: () => Promise<unknown>): Promise<void> {
    this.doing = what
    const before = (await this.#screenReader.utterances()).length
    const since = (heard: readonly Utterance[]) => linesOf(heard.slice(before))
    try {
      await act()
      const wanted = this.#wanted[this.steps.length]?.hears.length
      const limitMs = this.#isMissing ? shortTimeoutMs : speechTimeoutMs
      if (wanted && !(await this.#screenReader.until((heard) => since(heard).length >= wanted, limitMs)))
        this.#isMissing = true
      await this.#screenReader.quiet(wanted === undefined ? unknownQuietMs : quietMs)
    } finally {
      this.steps.push({ does: what, hears: since(await this.#screenReader.utterances()) })
    }
  }

  /** One key as a step. */
  async presses(key: string): Promise<void> {
    await this.does(`presses ${key}`, async () => {
      const before = (await this.#screenReader.utterances()).length
      await this.#desktop.press(key)
      // Orca records each key first, and its utterance comes later.
      await this.#screenReader.until((heard) => heard.length > before, speechTimeoutMs)
    })
  }

  /**
   * Waits until the screen reader speaks in a window with this title, has read its page, and is quiet. Not a step.
   * @param silenceMs how long it is quiet
   */
  async arrivesAt(title: RegExp, silenceMs = quietMs): Promise<void> {
    const isThere = (heard: readonly Utterance[]) => title.test(heard.at(-1)?.window ?? '')
    if (!(await this.#screenReader.until(isThere, speechTimeoutMs)))
      throw new Error(`Nothing is said at ${title}.`)
    const isRead = (heard: readonly Utterance[]) =>
      heard.some(({ kind, window }) => kind === 'page' && title.test(window))
    await this.#screenReader.until(isRead, readingTimeoutMs)
    await this.#screenReader.quiet(silenceMs)
  }

  /** Waits until the screen reader has said this. */
  async hears(words: RegExp): Promise<void> {
    if (
      !(await this.#screenReader.until(
        (heard) => heard.some(({ text }) => words.test(text)),
        speechTimeoutMs,
      ))
    )
      throw new Error(`${words} is not said.`)
  }

  /** Presses Tab until the screen reader says a name. Not a step: used on pages that are not ours. */
  async tabsTo(name: RegExp): Promise<void> {
    for (let tabs = 0; tabs < mostTabs; tabs++) {
      const before = (await this.#screenReader.utterances()).length
      await this.#desktop.press('Tab')
      const says = (heard: readonly Utterance[]) => heard.slice(before).some(({ kind }) => kind === 'speech')
      await this.#screenReader.until(says, tabTimeoutMs)
      // Wait until Orca has changed its mode: in browse mode letters are commands.
      await this.#screenReader.quiet(tabQuietMs)
      if ((await this.#screenReader.utterances()).slice(before).some(({ text }) => name.test(text))) return
    }
    throw new Error(
      `No Tab led to ${name}: ${JSON.stringify((await this.#screenReader.utterances()).slice(-20))}`,
    )
  }
}

/** Orca may or may not say that the new window has another mode. */
const newMode = /^(Browse|Focus) mode$/
const aWindow = /— Mozilla Firefox frame\.$/

function linesOf(heard: readonly Utterance[]): string[] {
  return heard
    .filter(({ kind }) => kind === 'speech')
    .filter(
      ({ text }, place, spoken) =>
        !newMode.test(text.trim()) || !aWindow.test(spoken[place + 1]?.text.trim() ?? ''),
    )
    .flatMap(({ text, window }) => {
      const isOurs = window === '' || ours.test(window)
      if (newWindow.test(text.trim()) && (isOurs || window === untitled)) return [newWindowLine]
      return isOurs && !aboutPages.test(text.trim()) ? [text.trim()] : []
    })
    .filter((line, place, lines) => line !== newWindowLine || lines.indexOf(line) === place)
}
