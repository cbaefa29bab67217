// Environments for tests of the configuration.
import { readSettings } from '../../../src/merchant/settings/read.ts'
import { SettingsError } from '../../../src/merchant/settings/settings.ts'

export const real = {
  PAYMENTS_BASE_URL: 'https://payments.example',
  PAYMENTS_API_KEY: 'test_secret_canary',
  PAYMENTS_WEBHOOK_SECRET: 'hook_secret_canary',
  PUBLIC_URL: 'https://shop.example',
}

export function mistakesOf(environment: Record<string, string>): readonly string[] {
  try {
    readSettings({}, environment)
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.mistakes
    throw error
  }
}
