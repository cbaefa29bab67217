// docs/accessibility.md shows each transcript below a comment that names its file.
import { readFileSync, writeFileSync } from 'node:fs'

const document = new URL('../../../docs/accessibility.md', import.meta.url)

const blockOf = (name: string) =>
  new RegExp(`(<!-- test/screen-reader/transcripts/${name}\\.txt -->\\n\`\`\`text\\n)([\\s\\S]*?)(\`\`\`)`)

/** @returns the transcript as the document shows it, `undefined` where it does not */
export function shownTranscript(name: string): string | undefined {
  return blockOf(name).exec(readFileSync(document, 'utf8'))?.[2]
}

/** Puts a transcript into the document in place of the one before. */
export function showTranscript(name: string, text: string): void {
  const shown = readFileSync(document, 'utf8').replace(
    blockOf(name),
    (_, head, __, tail) => head + text + tail,
  )
  writeFileSync(document, shown)
}
