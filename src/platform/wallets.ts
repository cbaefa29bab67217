import type { Method } from '../protocol/method.ts'

interface Page {
  readonly ApplePaySession?: { canMakePayments(): boolean }
  readonly PaymentRequest?: unknown
  matchMedia(query: string): { readonly matches: boolean }
}

/**
 * Whether this browser supports a method. Detects features, not browser names. For Apple Pay it calls Apple's own check.
 * Google's check would load a script from Google. So for Google Pay: its sheet opens in a window on devices with a mouse,
 * and needs the Payment Request API on phones. Web views of apps lack that API.
 */
export function canPay(method: Method, page: Page = globalThis): boolean {
  try {
    if (method === 'apple_pay') return page.ApplePaySession?.canMakePayments() === true
    if (method === 'google_pay')
      return Boolean(page.PaymentRequest) || page.matchMedia('(hover:hover)').matches
    return true
  } catch {
    // Apple's check throws on insecure pages, and in frames without permission.
    return false
  }
}
