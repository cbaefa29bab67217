// Every journey that runs in all engines.
import { frames } from './frames.ts'
import { keyboards } from './keyboard.ts'
import { languages } from './languages.ts'
import { pageLives } from './page-life.ts'
import { payments } from './pay.ts'
import { policies } from './policies.ts'
import { refusals } from './refused.ts'

export const allJourneys = [payments, refusals, pageLives, keyboards, languages, policies, frames]

/** The journeys of a short run: a whole payment, and the keyboard. */
export const shortJourneys = [payments, keyboards]
