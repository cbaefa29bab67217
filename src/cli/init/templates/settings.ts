// The settings, from the environment and the file .env. Outside production, the sandbox is the payment service.
import { existsSync } from 'node:fs'

if (existsSync('.env')) process.loadEnvFile()

const { env } = process
const sandbox = {
  baseUrl: 'http://localhost:4100',
  apiKey: 'test_sandbox',
  webhookSecrets: 'sandbox_webhook_secret',
}
const defaults = env.NODE_ENV === 'production' ? { baseUrl: '', apiKey: '', webhookSecrets: '' } : sandbox

export const settings = {
  service: {
    baseUrl: env.PAYMENTS_BASE_URL || defaults.baseUrl,
    apiKey: env.PAYMENTS_API_KEY || defaults.apiKey,
    webhookSecrets: env.PAYMENTS_WEBHOOK_SECRET || defaults.webhookSecrets,
  },
  publicUrl: env.PUBLIC_URL || 'http://localhost:4000',
}
