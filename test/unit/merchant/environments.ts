// Environments for tests of the configuration.
import { loadConfig } from '../../../src/merchant/node/config.ts'
import { SettingsError } from '../../../src/merchant/settings/settings.ts'

export const real = {
  PAYMENTS_BASE_URL: 'https://payments.example',
  PAYMENTS_API_KEY: 'test_secret_canary',
  PAYMENTS_WEBHOOK_SECRET: 'hook_secret_canary',
  DATABASE_URL: 'postgres://db/shop',
  PUBLIC_URL: 'https://shop.example',
}

export function mistakesOf(environment: Record<string, string>): readonly string[] {
  try {
    loadConfig(environment)
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.mistakes
    throw error
  }
}
