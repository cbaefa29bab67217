import { test } from 'vitest'
import { storeContract } from '../../../src/merchant/store-contract.ts'
import { describeOnOwnStores } from '../../support/describe-own-stores.ts'

describeOnOwnStores('%s', (store) => {
  for (const { title, holds } of storeContract) test(title, () => holds(store()), 15_000)
})
