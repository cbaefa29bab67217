import type { Method } from '../protocol/method.ts'

interface Page {
  readonly ApplePaySession?: { canMakePayments(): boolean }
  readonly PaymentRequest?: unknown
  matchMedia(query: string): { readonly matches: boolean }
}

/**
 * Whether this browser can go through with a method, by what it can do and not by its name. Apple's own question for
 * Apple Pay. Google's would load a script of Google's; its sheet opens as a window where there is a mouse, and needs the
 * Payment Request API on phones, which the web views of apps lack.
 */
export function canPay(method: Method, page: Page = globalThis as unknown as Page): boolean {
  try {
    if (method === 'apple_pay') return page.ApplePaySession?.canMakePayments() === true
    if (method === 'google_pay')
      return Boolean(page.PaymentRequest) || page.matchMedia('(hover:hover)').matches
    return true
  } catch {
    // Apple's throws on insecure pages and in frames that were not allowed to ask.
    return false
  }
}
