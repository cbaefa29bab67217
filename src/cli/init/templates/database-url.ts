export const databaseUrl = process.env.DATABASE_URL || ''
if (databaseUrl === '')
  throw new Error(
    'DATABASE_URL is not set. Write the address of your Postgres into .env, as .env.example shows it.',
  )
