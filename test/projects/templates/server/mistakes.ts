import { createServiceClient, verifyWebhook } from 'payin-checkout/server'

const service = createServiceClient({ baseUrl: 'https://pay.example' }) // wrong: without a key nothing can be asked
service.payins.create({ amount: { value: '49.90', currency: 'EUR' } }) // wrong: not frozen before
await verifyWebhook('{}', null, ['secret']) // wrong: bytes, not text
