// Measures how the time of some work grows with its input: quadratic work blocks a whole server.

/** Ten times the length: linear work takes about ten times as long, quadratic work a hundred times. */
const [shortLength, longLength] = [4_000, 40_000]

/** Texts that made regular expressions slow: each character may begin a match, and none ends it. */
export const hostileShapes: readonly (readonly [string, (length: number) => string])[] = [
  ['one word', repeated('a')],
  ['capitals', repeated('A')],
  ['digits', repeated('1')],
  ['zeros before a one', (length) => `0.${'0'.repeat(length)}1`],
  ['digits in groups', repeated('1 ')],
  ['digits in groups of twelve', repeated('123456789012 ')],
  ['beginnings of IBANs', repeated('AB12')],
  ['beginnings of IBANs in groups', repeated('AB12 ABC ABC -')],
  ['dots', repeated('a.')],
  ['hyphens', repeated('a-')],
  ['spaces and an end', (length) => `wait=1${' '.repeat(length)}x`],
  ['colons and slashes', repeated('a:/')],
  ['slashes', repeated('/')],
  ['beginnings of links', repeated('ab+cd://')],
  ['at signs', repeated('a@')],
  ['an at sign at the end', (length) => `${'a'.repeat(length)}@`],
  ['beginnings of keys', repeated('test_')],
  ['beginnings of session ids', repeated('cs_')],
  ['commas', repeated(',')],
  ['percent signs', repeated('%')],
  ['line breaks', repeated('\n')],
  ['lines of words', repeated('a word and\tanother\n')],
]

function repeated(text: string) {
  return (length: number): string => text.repeat(Math.ceil(length / text.length))
}

/** The ratio of times for a text that is ten times as long. Less than 40 counts as linear, on any machine. */
export function growthOf(work: (text: string) => unknown, textOf: (length: number) => string): number {
  const [short, long] = [textOf(shortLength), textOf(longLength)]
  const shortMs = Math.max(noMs, Math.min(timeOf(work, short), timeOf(work, short), timeOf(work, short)))
  let growth = Number.POSITIVE_INFINITY
  // The best of some runs counts, because a collection of garbage only makes a run slower.
  for (let run = 0, tookMs = 0; run < 12 && tookMs < 5_000 && growth > 20; run++) {
    const longMs = timeOf(work, long)
    growth = Math.min(growth, longMs / shortMs)
    tookMs += longMs
  }
  return growth
}

/** Times below this are too short to compare. */
const noMs = 2

/** The processor time, in milliseconds: on a busy machine, the elapsed time would measure the other programs, too. */
function timeOf(work: (text: string) => unknown, text: string): number {
  const before = process.cpuUsage()
  work(text)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
