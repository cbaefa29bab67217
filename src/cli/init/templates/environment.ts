// Reads the file .env. The checkout takes its settings from the environment; without any, the sandbox is the payment service.
import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

if (existsSync('.env')) {
  // An editor may begin the file with a byte order mark, which is no part of the first name.
  const file = parseEnv(readFileSync('.env', 'utf8').replace(/^\uFEFF/, ''))
  Object.assign(process.env, { ...file, ...process.env })
}
