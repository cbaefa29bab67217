/** The operations in the service's documents. All others share one name, so that no id can become a metric label. */
const known: readonly (readonly [RegExp, string])[] = [
  [/\/api\/v2\/payins$/, '/payins'],
  [/\/api\/v2\/payins\/[^/]+$/, '/payins/:id'],
  [/\/api\/v2\/payouts$/, '/payouts'],
  [/\/api\/v2\/payouts\/[^/]+$/, '/payouts/:id'],
  [/\/api\/v2\/payers$/, '/payers'],
  [/\/api\/v2\/banks$/, '/banks'],
  [/\/transaction\/?$/, '/transaction'],
  [/\/transaction\/create-bank-transfer$/, '/transaction/create-bank-transfer'],
  [/\/transaction\/generatePaymentLink$/, '/transaction/generatePaymentLink'],
  [/\/transaction\/update-status$/, '/transaction/update-status'],
  [/\/payments\/on-ramp-merchant\/hosted\/generate-link$/, '/payments/on-ramp-merchant/hosted/generate-link'],
]

/** The name of a call for metrics and logs, without ids and queries: `GET /payins/:id`. */
export function operationOf(method: string, url: string): string {
  const { pathname } = new URL(url)
  const found = known.find(([pattern]) => pattern.test(pathname))
  return `${method} ${found?.[1] ?? 'other'}`
}
