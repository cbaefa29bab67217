// Every change of our tables, in order. A name stands in each database where it ran: neither name nor text ever changes.
// They are text in a module, so that they go wherever the code goes, also where there are no files. They name no schema:
// migrate.ts sets the search_path to the one in which the tables lie.
import { tables } from './001-tables.ts'
import { refusals } from './002-refusals.ts'
import { fourKinds } from './003-four-kinds.ts'
import { upstream } from './004-upstream.ts'
import { onePayment } from './005-one-payment.ts'
import { latePromiseColumn } from './006-late-promises.ts'
import { ownSchema } from './007-own-schema.ts'
import { cleaning } from './008-cleaning.ts'

export const migrations: readonly (readonly [name: string, sql: string])[] = [
  ['001-tables.sql', tables],
  ['002-refusals.sql', refusals],
  ['003-four-kinds.sql', fourKinds],
  ['004-upstream.sql', upstream],
  ['005-one-payment.sql', onePayment],
  ['006-late-promises.sql', latePromiseColumn],
  ['007-own-schema.sql', ownSchema],
  ['008-cleaning.sql', cleaning],
]
