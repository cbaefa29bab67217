import { createServiceClient } from 'payin-checkout/server'

console.log(createServiceClient)
