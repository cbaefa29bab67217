// Runs one journey on its own desktop and compares the utterances with the transcript.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'vitest'
import { Desktop } from './desktop.ts'
import { Listener } from './listener.ts'
import { showTranscript } from './shown-transcript.ts'
import { readTranscript, writeTranscript } from './transcript.ts'

/** Whether transcripts are written instead of compared. */
const writes = Boolean(process.env.HEARD_WRITE)
/** All utterances of the last run, with times, to debug a failure. */
const folder = new URL('../../../.cache/heard/', import.meta.url)
/** Each wait within a journey has its own limit; this is the limit of the whole journey. */
const journeyLimitMs = 300_000

export interface ListenedJourney {
  readonly listener: Listener
  readonly desktop: Desktop
}

/** @param name of the transcript's file in `transcripts` */
export async function compareTranscript(
  name: string,
  journey: (heard: ListenedJourney) => Promise<void>,
): Promise<void> {
  const file = new URL(`../transcripts/${name}.txt`, import.meta.url)
  const wanted = writes ? '' : readFileSync(file, 'utf8')
  const desktop = await Desktop.open()
  const listener = new Listener(desktop, readTranscript(wanted))
  let broken: unknown
  try {
    await endsInTime(journey({ listener, desktop }), listener)
  } catch (error) {
    broken = error
  } finally {
    mkdirSync(folder, { recursive: true })
    copyFileSync(desktop.heardFile, new URL(`${name}.jsonl`, folder))
    await desktop.close()
  }
  const heard = writeTranscript(listener.steps)
  if (writes && !broken) {
    writeFileSync(file, heard)
    return showTranscript(name, heard)
  }
  // The utterances so far show more about the reason than the failed step.
  if (!broken || heard.length > 1) expect.soft(heard, `what is heard in ${name}.txt`).toBe(wanted)
  if (broken) throw broken
}

/** Fails a journey that hangs, with the current step. */
async function endsInTime(journey: Promise<void>, listener: Listener): Promise<void> {
  let late: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    late = setTimeout(() => {
      reject(new Error(`No end after ${journeyLimitMs / 1_000} s. The shopper ${listener.doing}.`))
    }, journeyLimitMs)
  })
  try {
    await Promise.race([journey, limit])
  } finally {
    clearTimeout(late)
  }
}
