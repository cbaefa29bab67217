// The types that the template checkers of Vue and Svelte use. Compiled by types.test.ts; never run.
import 'payin-checkout/svelte'
import 'payin-checkout/vue'
import type { SvelteHTMLElements } from 'svelte/elements'
import { expectTypeOf } from 'vitest'
import type { GlobalComponents } from 'vue'

type VueProps = InstanceType<GlobalComponents['payin-checkout']>['$props']
expectTypeOf<{ endpoint: '/checkout'; order: 'A-1001'; class: 'wide' }>().toExtend<VueProps>()
expectTypeOf<{ mode: 'iframe' }>().not.toExtend<VueProps>()
expectTypeOf<NonNullable<VueProps['onPaymentComplete']>>().parameter(0).toExtend<CustomEvent>()

type SvelteProps = SvelteHTMLElements['payin-checkout']
expectTypeOf<{ endpoint: '/checkout'; order: 'A-1001'; class: 'wide' }>().toExtend<SvelteProps>()
expectTypeOf<{ theme: 'blue' }>().not.toExtend<SvelteProps>()
expectTypeOf<NonNullable<SvelteProps['onpayment-complete']>>().parameter(0).toExtend<CustomEvent>()
expectTypeOf<NonNullable<SvelteProps['on:payment-complete']>>().parameter(0).toExtend<CustomEvent>()
