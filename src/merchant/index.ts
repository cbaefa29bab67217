// `payin-checkout/merchant`: the merchant's server. Never import it into a browser bundle, because it holds the secret
// key. This file only lists the public names.

export type { AlertKind } from './alerts.ts'
export type { IssuedPayout, PayoutRequest } from './create/payouts.ts'
export { createMerchant, type MerchantOptions } from './create-merchant.ts'
export { CannotListen } from './errors/cannot-listen.ts'
export { isLine, jsonLines, type OnEvent } from './events.ts'
export type { MerchantEvent } from './log.ts'
export type { HeldReads } from './long-poll/held-read-slots.ts'
export type { MerchantServer } from './merchant-server.ts'
export type { ConnectionTimeouts } from './node/listener.ts'
export type { ServeOptions, Serving } from './node/serve.ts'
export type { Alert, Settled } from './order/alert-list.ts'
export type { OrderPayment } from './order/payments.ts'
export type { Settlement } from './order/rules/settled.ts'
export type { SettleRequest } from './order/settle.ts'
export type {
  Asked,
  Fulfil,
  LegacyPayer,
  MayPay,
  Order,
  Orders,
  PaidEvent,
  Payment,
  Shopper,
  SignedIn,
} from './orders.ts'
export type { GivenLimits, PerMinute } from './request-limits.ts'
export type { Metrics } from './routes/monitoring.ts'
export { type CompleteOn, type GivenSettings, SettingsError, type ShopperKind } from './settings/settings.ts'
export { createStore, type DatabaseClient } from './store/create-store.ts'
export type { Db, NotificationListener, OnFault, Probed, Queries, Store, Transaction } from './store/db.ts'
export { DatabaseUnreachable, MayNotMigrate, migrate, WrongTables } from './store/migrate.ts'
export { MissingPackage } from './store/optional-package.ts'
