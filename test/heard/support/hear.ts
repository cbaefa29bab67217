// Plays one journey on a desktop of its own and compares what was heard with what is to be heard.
import { readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'vitest'
import { Desktop } from './desktop.ts'
import { Listener } from './listener.ts'
import { showTranscript } from './shown-transcript.ts'
import { readTranscript, writeTranscript } from './transcript.ts'

/** Whether transcripts are written anew instead of compared. */
const writes = Boolean(process.env.HEARD_WRITE)

export interface Heard {
  readonly listener: Listener
  readonly desktop: Desktop
}

/** @param name of the transcript's file in `transcripts` */
export async function hear(name: string, journey: (heard: Heard) => Promise<void>): Promise<void> {
  const file = new URL(`../transcripts/${name}.txt`, import.meta.url)
  const wanted = writes ? '' : readFileSync(file, 'utf8')
  const desktop = await Desktop.open()
  const listener = new Listener(desktop, readTranscript(wanted))
  let broken: unknown
  try {
    await journey({ listener, desktop })
  } catch (error) {
    broken = error
  } finally {
    await desktop.close()
  }
  const heard = writeTranscript(listener.steps)
  if (writes && !broken) {
    writeFileSync(file, heard)
    return showTranscript(name, heard)
  }
  // What was heard until then says more about why a journey went no further than where it stopped.
  if (!broken || heard.length > 1) expect.soft(heard, `what is heard in ${name}.txt`).toBe(wanted)
  if (broken) throw broken
}
