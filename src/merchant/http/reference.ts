import { z } from 'zod'
import { isPlain } from '../plain-text.ts'

/** An order's id or a payout's reference, as the service accepts it for `reference` (payments-v2, Reference). */
export const reference = z
  .string()
  .min(1, 'Must not be empty.')
  .max(36, 'Must have at most 36 characters.')
  .refine(isPlain, 'Must hold no control characters.')
