import { z } from 'zod'
import { isPlain } from '../plain-text.ts'

/** An order's id, or a payout's reference: what the service takes as `reference` (payments-v2, Reference). */
export const reference = z
  .string()
  .min(1, 'Must not be empty.')
  .max(36, 'Must have at most 36 characters.')
  .refine(isPlain, 'Must hold no control characters.')
