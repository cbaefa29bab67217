// Values that may be used as a metric label or a span attribute. There are few of them. A value that could identify an
// order, a shopper or a session becomes `other`.

type Given = string | number | undefined

/** A name such as `payin` or `not_ours`. */
export const shortName = (given: Given): string =>
  typeof given === 'string' && given.length <= 40 && /^[a-z]+([._][a-z]+)*$/i.test(given) ? given : 'other'

/** A call to the service without ids, such as `GET /payins/:id`. */
export const operationLabel = (given: Given): string =>
  typeof given === 'string' && /^[A-Z]+ (other|(\/[a-z0-9-]+)+(\/:id)?)$/i.test(given) ? given : 'other'

/** A route's pattern, such as `/checkout/sessions/:id`. */
export const routeLabel = (given: Given): string =>
  typeof given === 'string' && given.startsWith('/') && given.length <= 100 ? given : 'other'

const methods = new Set(['GET', 'HEAD', 'POST', 'OPTIONS'])

export const methodLabel = (given: Given): string =>
  typeof given === 'string' && methods.has(given) ? given : 'other'

/** An HTTP status by its class, such as `5xx`. */
export const statusClass = (given: Given): string =>
  typeof given === 'number' ? `${Math.trunc(given / 100)}xx` : 'other'
