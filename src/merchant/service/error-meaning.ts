// What an error of the service means for a payment, where the error's kind is not enough. Apart from service/upstream.ts,
// this is the only file of the library that reads the service's HTTP statuses.
import { ServiceError } from '../../server/index.ts'

/** Whether the service does not know the resource ("The requested resource does not exist"), so nobody can pay it. */
export const isUnknownToService = (error: unknown): boolean =>
  error instanceof ServiceError && error.status === 404

/**
 * Whether the service refused the request itself. A retry would be refused, too, and nothing was created. After any other
 * failure it is unknown what was created, or the shop must correct its configuration.
 */
export const isPermanentRefusal = ({ status }: ServiceError): boolean => status === 400 || status === 422

/**
 * Whether an answer says only of this one payment that it cannot be read: the service answers, and it may answer about others.
 * After any other failure the service cannot be asked now.
 */
export const isAboutOnePayment = (error: unknown): boolean =>
  error instanceof ServiceError && (error.kind === 'unknown' || error.kind === 'fix_request')
