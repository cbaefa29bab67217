// The last lines that a program has printed to one stream, for a message. A line may have no end.
import { stripVTControlCharacters } from 'node:util'

const keptLines = 20
/** Characters of a line. */
const keptLength = 300

export class LastLines {
  #lines: string[] = ['']

  /** @param text as it was read: it may begin and end in the middle of a line */
  add(text: string): void {
    const [rest = '', ...lines] = text.split('\n')
    const open = this.#lines.at(-1) ?? ''
    const all = [...this.#lines.slice(0, -1), open + rest.slice(0, keptLength - open.length), ...lines]
    this.#lines = all.map((line) => line.slice(0, keptLength)).slice(-keptLines)
  }

  /** All lines of a text that a program has printed. */
  static of(text: string): readonly string[] {
    const last = new LastLines()
    last.add(text)
    return last.lines()
  }

  /** Without colours and without lines that are empty. */
  lines(): readonly string[] {
    return this.#lines
      .map((line) => stripVTControlCharacters(line).trimEnd())
      .filter((line) => line.trim() !== '')
  }
}
