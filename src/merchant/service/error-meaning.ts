// What an error of the service means for a payment, where its kind alone does not tell. The only place inside that reads the
// service's HTTP statuses.
import { ServiceError } from '../../server/index.ts'

/** "The requested resource does not exist": nobody can pay it. */
export const isUnknownToService = (error: unknown): boolean =>
  error instanceof ServiceError && error.status === 404

/**
 * The request itself was refused, and would be again: nothing was made of it. Any other failure leaves open what was made, or is
 * the shop's to repair.
 */
export const isPermanentRefusal = ({ status }: ServiceError): boolean => status === 400 || status === 422
