// Asks the service once after a start whether it can be used. A wrong key or address would otherwise be noticed at the first
// press of a shopper. The start does not wait for it, and does not fail while the service is down.
import { ServiceError } from '../../server/index.ts'
import type { Settings } from '../settings/settings.ts'

/**
 * Makes one cheap call.
 * @param call reads something small from the service
 * @returns a warning that names the setting; `null` when all is well, or when it cannot be said
 */
export async function checkService(
  call: () => Promise<unknown>,
  { realMoney, names }: Pick<Settings, 'realMoney' | 'names'>,
): Promise<string | null> {
  try {
    await call()
    return null
  } catch (error) {
    // Too many calls: the key is known there. Any other error is not one of the service.
    if (!(error instanceof ServiceError) || error.kind === 'wait') return null
    return `${meaningOf(error)} ${error.message}`
  }

  function meaningOf({ kind }: ServiceError): string {
    if (kind === 'check_key')
      return `Check ${names.nameOf('service.apiKey')}: the payment service refuses the key, so nobody can pay.`
    const baseUrl = names.nameOf('service.baseUrl')
    return realMoney === null
      ? `Start the sandbox with \`npx payin-checkout sandbox\`, or check ${baseUrl}: it cannot be used there now, so nobody can pay.`
      : `Check ${baseUrl}: the payment service cannot be used there now, so nobody can pay.`
  }
}
