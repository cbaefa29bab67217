// `useCheckout` of each framework. Compiled by types.test.ts; never run.
import type { Fault, Phase, Session } from 'payin-checkout'
import { useCheckout as usePreact } from 'payin-checkout/preact/use-checkout'
import { type UseCheckoutOptions, useCheckout } from 'payin-checkout/react/use-checkout'
import { useCheckout as useSvelte } from 'payin-checkout/svelte/use-checkout'
import { useCheckout as useVue } from 'payin-checkout/vue/use-checkout'
import { toStore } from 'svelte/store'
import { expectTypeOf } from 'vitest'
import { type ComputedRef, ref } from 'vue'

const options: UseCheckoutOptions = {
  endpoint: '/checkout',
  order: 'A-1001',
  session: undefined,
  payment: { method: 'card' },
  onStart: () => false,
  onStatus: ({ previous }) => previous.length,
  onComplete: (detail) => {
    expectTypeOf(detail).toEqualTypeOf<Partial<Session>>()
  },
}

for (const used of [useCheckout(options), usePreact(options)]) {
  expectTypeOf(used.phase).toEqualTypeOf<Phase>()
  expectTypeOf(used.session).toEqualTypeOf<Session | null>()
  expectTypeOf(used.error).toEqualTypeOf<Fault | null>()
  used.open()
}

for (const used of [useVue(options), useVue(ref(options)), useVue(() => options)])
  expectTypeOf(used.phase).toEqualTypeOf<ComputedRef<Phase>>()

for (const used of [useSvelte(options), useSvelte(toStore(() => options))])
  used.subscribe(({ phase }) => expectTypeOf(phase).toEqualTypeOf<Phase>())

// @ts-expect-error an order is missing
useCheckout({ endpoint: '/checkout' })
// @ts-expect-error an unknown event
useCheckout({ ...options, onPaid: () => {} })
// @ts-expect-error an unknown field of the detail
useVue({ ...options, onFailed: ({ card }) => card })
// @ts-expect-error an unknown kind
useSvelte({ ...options, kind: 'cash' })
