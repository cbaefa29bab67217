// Creates a payin; with an id, reads that payin.
import { createServiceClient, freezePayin, type Payin } from 'payin-checkout/server'

const [, , baseUrl = '', apiKey = '', returnUrl = '', id] = process.argv
const { payins } = createServiceClient({ baseUrl, apiKey })
const intent = {
  amount: { value: '49.90', currency: 'EUR' },
  payer: { email: 'mara@example.test', first_name: 'Mara', last_name: 'Lind' },
  return_url: returnUrl,
}
const payin: Payin = id ? await payins.get(id) : await payins.create(freezePayin(intent, crypto.randomUUID()))
console.log(JSON.stringify(payin))
