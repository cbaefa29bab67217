// Every journey that all engines take.
import { frames } from './frames.ts'
import { keyboards } from './keyboard.ts'
import { languages } from './languages.ts'
import { pageLives } from './page-life.ts'
import { payments } from './pay.ts'
import { policies } from './policies.ts'
import { refusals } from './refused.ts'

export const allJourneys = [payments, refusals, pageLives, keyboards, languages, policies, frames]

/** Those of a short run: the whole payment, and the keys of the engine itself. */
export const shortJourneys = [payments, keyboards]
