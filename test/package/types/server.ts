// The service client, as a merchant's server uses it. Compiled by types.test.ts; never run.
import { createServiceClient, type Payin, verifyWebhook } from 'payin-checkout/server'
import { expectTypeOf } from 'vitest'

const service = createServiceClient({ baseUrl: 'https://pay.example', apiKey: 'test_1' })
expectTypeOf(service.payins.get).returns.resolves.toEqualTypeOf<Payin>()
// @ts-expect-error a payin is created from a frozen request, never from a plain object
service.payins.create({ amount: { value: '49.90', currency: 'EUR' } })
// @ts-expect-error the API key is required
createServiceClient({ baseUrl: 'https://pay.example' })
expectTypeOf(verifyWebhook).parameter(1).toExtend<string | null | undefined>()
