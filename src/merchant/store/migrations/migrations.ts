// All changes of our tables, in order. Each database stores the names of the changes that ran in it, so neither the name
// nor the text of a released change may ever be edited, comments in the SQL included. The SQL is text in a module, so that
// it also works where no files are deployed. It names no schema: migrate.ts sets the search_path to the schema of the tables.
import { tables } from './001-tables.ts'

export const migrations: readonly (readonly [name: string, sql: string])[] = [['001-tables.sql', tables]]
