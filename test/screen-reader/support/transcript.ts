// A journey as text: each action of the shopper after `>`, and below it the utterances of the screen reader.

export interface Step {
  readonly does: string
  readonly hears: readonly string[]
}

/** @returns the text of a transcript */
export function writeTranscript(steps: readonly Step[]): string {
  return steps
    .map(({ does, hears }) => [`> ${does}`, ...hears].join('\n'))
    .join('\n\n')
    .concat('\n')
}

/** @returns the steps of a transcript's text */
export function readTranscript(text: string): Step[] {
  const steps: { does: string; hears: string[] }[] = []
  for (const line of text.split('\n')) {
    if (line.startsWith('> ')) steps.push({ does: line.slice(2), hears: [] })
    else if (line) steps.at(-1)?.hears.push(line)
  }
  return steps
}
