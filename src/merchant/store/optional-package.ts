import { OperatorError } from '../errors/operator-error.ts'

/** Thrown when an optional package is missing. The message says how to install it. */
export class MissingPackage extends OperatorError {
  override readonly name = 'MissingPackage'
}

/**
 * Loads a module that needs an optional package.
 * @throws {MissingPackage}
 */
export async function loadOptionalPackage<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!isMissing(error, name)) throw error
    throw new MissingPackage(missingMessage(name))
  }
}

/** Whether an import failed because the package is not installed. */
export function isMissing(error: unknown, name: string): boolean {
  const { code, message } = error as NodeJS.ErrnoException
  return /^(ERR_)?MODULE_NOT_FOUND$/.test(String(code)) && message.includes(`'${name}'`)
}

export const missingMessage = (name: string): string =>
  `The package ${name} is missing. Install it: npm install ${name}`
