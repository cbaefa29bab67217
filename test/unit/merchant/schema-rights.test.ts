// Which database user may make the schema of the tables. On Postgres, which has several users.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Db, OpenedDb } from '../../../src/merchant/store/db.ts'
import {
  DatabaseUnreachable,
  MayNotMigrate,
  migrate,
  requireMigrated,
} from '../../../src/merchant/store/migrate.ts'
import { migrations } from '../../../src/merchant/store/migrations/migrations.ts'
import { openPostgres } from '../../../src/merchant/store/postgres.ts'
import { createOwnDatabase, type OwnDatabase } from '../../support/own-database.ts'
import { databaseUrl, unlessSkipped } from './instances-world.ts'

const everyChange = migrations.map(([name]) => name)

describe.skipIf(!databaseUrl)(`a database user${unlessSkipped}`, () => {
  let database: OwnDatabase
  let admin: Db
  let user: string
  const opened: OpenedDb<unknown>[] = []

  /** @param role the user that connects; without it, the user of TEST_DATABASE_URL */
  const open = (role?: string) => {
    const url = new URL(database.urlFor(role ?? 'admin'))
    if (role) Object.assign(url, { username: role, password: 'secret' })
    const db = openPostgres(url.href, () => undefined, { max: 2 })
    opened.push(db)
    return db
  }
  const addRole = async (role: string) => {
    await admin.query(`create role ${role} login password 'secret'`)
    return role
  }

  beforeEach(async () => {
    database = await createOwnDatabase(databaseUrl ?? '')
    admin = open()
    // Roles belong to the whole Postgres, which others use too.
    const [row] = await admin.query<{ name: string }>('select current_database() as name')
    user = await addRole(`${row?.name}_user`)
  })
  afterEach(async () => {
    const roles = await admin.query<{ rolname: string }>(
      `select rolname from pg_roles where rolname like current_database() || '\\_%'`,
    )
    for (const { rolname } of roles) await admin.query(`drop owned by ${rolname} cascade`)
    for (const { rolname } of roles) await admin.query(`drop role ${rolname}`)
    await Promise.all(opened.splice(0).map((db) => db.close()))
    await database.drop()
  })

  test('that may not make a schema gets two statements to run, and either is enough', async () => {
    const db = open(user)
    const refused = await migrate(db).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(MayNotMigrate)
    const { message } = refused as MayNotMigrate
    const [name] = await admin.query<{ name: string }>('select current_database() as name')
    const remedies = [...message.matchAll(/`([^`]+)`/g)].map(([, sql]) => sql ?? '')
    expect(remedies).toEqual([
      `create schema payin_checkout authorization ${user}`,
      `grant create on database ${name?.name} to ${user}`,
    ])

    await admin.query(remedies[0] ?? '')
    expect(await migrate(db)).toEqual(everyChange)
    await admin.query('drop schema payin_checkout cascade')
    await admin.query(remedies[1] ?? '')
    expect(await migrate(db)).toEqual(everyChange)
  })

  test.each([
    ['in which it may not make tables', 'grant usage on schema payin_checkout to'],
    ['that it may not even use', 'revoke all on schema payin_checkout from'],
  ])('that finds a schema %s gets an error that says who must own it', async (_, sql) => {
    await admin.query('create schema payin_checkout')
    await admin.query(`${sql} ${user}`)
    await expect(migrate(open(user))).rejects.toThrow(
      /permission denied for schema payin_checkout.* it must belong to this user/,
    )
  })

  test('that may only use the tables can start once another user has made them', async () => {
    await migrate(admin)
    await admin.query(`grant usage on schema payin_checkout to ${user}`)
    await admin.query(
      `grant select, insert, update, delete on all tables in schema payin_checkout to ${user}`,
    )
    expect(await migrate(open(user))).toEqual([])
    await requireMigrated(open(user))
  })

  test.each([
    [
      'that may only read the tables',
      `grant usage on schema payin_checkout to USER; grant select on all tables in schema payin_checkout to USER`,
    ],
    [
      'that may not use the schema',
      `grant select, insert, update, delete on all tables in schema payin_checkout to USER`,
    ],
    [
      'that may not write one of the tables',
      `grant usage on schema payin_checkout to USER; grant select, insert, update, delete on all tables in schema payin_checkout to USER; revoke insert on payin_checkout.alerts from USER`,
    ],
    ['that may do nothing', `select 1`],
  ])('%s gets one sentence that names what to grant', async (_, grants) => {
    await migrate(admin)
    for (const sql of grants.replaceAll('USER', user).split('; ')) await admin.query(sql)
    const refused = await requireMigrated(open(user)).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(DatabaseUnreachable)
    const [, remedy = ''] = /`([^`]+)`/.exec((refused as Error).message) ?? []
    for (const sql of remedy.split('; ')) await admin.query(sql)
    await requireMigrated(open(user))
  })

  test.each([
    ['that loses its rights', 'revoke insert on payin_checkout.sessions from USER'],
    ['whose tables are dropped', 'drop schema payin_checkout cascade'],
    ['one of whose tables is dropped', 'drop table payin_checkout.outbox'],
  ])('%s learns it from the probe of its database', async (_, sql) => {
    await migrate(admin)
    await admin.query(`grant usage on schema payin_checkout to ${user}`)
    await admin.query(
      `grant select, insert, update, delete on all tables in schema payin_checkout to ${user}`,
    )
    const db = open(user)
    expect(await db.isThere()).toBe(true)
    await admin.query(sql.replace('USER', user))
    expect(await db.isThere()).toBe(false)
  })
})
