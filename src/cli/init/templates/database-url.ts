export const databaseUrl = process.env.DATABASE_URL || ''
if (databaseUrl === '')
  throw new Error('DATABASE_URL is not set. Copy .env.example to .env, and write your Postgres into it.')
