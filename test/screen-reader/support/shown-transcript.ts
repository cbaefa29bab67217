// docs/accessibility.md shows each transcript below a comment that names its file.
import { readFileSync, writeFileSync } from 'node:fs'

const document = new URL('../../../docs/accessibility.md', import.meta.url)

const blockOf = (name: string) =>
  new RegExp(`(<!-- test/screen-reader/transcripts/${name}\\.txt -->\\n\`\`\`text\\n)([\\s\\S]*?)(\`\`\`)`)

/** @returns the transcript in the document, or `undefined` */
export function shownTranscript(name: string): string | undefined {
  return blockOf(name).exec(readFileSync(document, 'utf8'))?.[2]
}

/** Replaces a transcript in the document. */
export function showTranscript(name: string, text: string): void {
  const shown = readFileSync(document, 'utf8').replace(
    blockOf(name),
    (_, head, __, tail) => head + text + tail,
  )
  writeFileSync(document, shown)
}
