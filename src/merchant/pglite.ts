// `payin-checkout/merchant/pglite`: an embedded Postgres, for trying out and for tests. It needs `@electric-sql/pglite`.
import { SettingsError } from './settings/settings.ts'
import type { Store } from './store/db.ts'
import { createLazyStore } from './store/lazy-store.ts'
import { loadOptionalPackage } from './store/optional-package.ts'

/**
 * A store in a folder or in memory, for trying out. It takes one process only, and a power cut can lose the last
 * payments. So it is refused with real money.
 * @param folder a directory, or `memory://`
 * @throws {SettingsError} for another address
 */
export function pgliteStore(folder: string): Store {
  if (
    typeof folder !== 'string' ||
    (!folder.startsWith('memory://') &&
      (folder === '' || (/^[a-z]+:/i.test(folder) && process.platform !== 'win32')))
  )
    throw new SettingsError(['pgliteStore needs a folder, or memory:// for none.'])
  const store = createLazyStore(async () => {
    const { openPglite } = await loadOptionalPackage(
      '@electric-sql/pglite',
      () => import('./store/pglite.ts'),
    )
    return openPglite(folder)
  })
  return { ...store, isForTryingOut: true }
}
