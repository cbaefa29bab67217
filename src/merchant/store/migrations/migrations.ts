// All changes of our tables, in order. Each database stores the names of the changes that ran in it, so neither the name
// nor the text of a change may ever be edited, comments in the SQL included. The SQL is text in a module, so that it also
// works where no files are deployed. It names no schema: migrate.ts sets the search_path to the schema of the tables.
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
