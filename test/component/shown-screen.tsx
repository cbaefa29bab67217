// A screen without an element around it: Testing Library renders it and finds things as a person does.
import { type Signal, signal } from '@preact/signals'
import { cleanup, render } from '@testing-library/preact'
import { h } from 'preact'
import { afterEach, vi } from 'vitest'
import type { Deadline } from '../../src/checkout/deadline.ts'
import type { State } from '../../src/checkout/state.ts'
import { createElementChoice } from '../../src/elements/element-choice.ts'
import { createElementCode } from '../../src/elements/element-code.ts'
import { en } from '../../src/locales/en.ts'
import { type CheckoutModel, CheckoutScreen, type ElementSettings } from '../../src/view/checkout-screen.tsx'
import { noticeOf } from '../../src/view/notice.ts'
import { type FakePorts, fakePorts } from '../support/fake-ports.ts'

afterEach(cleanup)

export interface ShownScreen {
  readonly container: Element
  readonly ports: FakePorts
  readonly actions: Record<'open' | 'cancel' | 'check' | 'reset' | 'askPhoneUrl', ReturnType<typeof vi.fn>>
  readonly deadline: Signal<Deadline | null>
  readonly choice: ReturnType<typeof createElementChoice>
  readonly code: ReturnType<typeof createElementCode>
  /** The same screen in another state. */
  show(state: State, changes?: Partial<CheckoutModel>): void
  leave(): void
}

const looks: ElementSettings = {
  lang: 'en',
  label: '',
  orders: false,
  content: '',
  disabled: false,
  payee: 'shop.example',
  amount: { value: '49.90', currency: 'EUR' },
  kind: 'payin',
  methods: '',
  opensWindow: true,
  offersPhone: true,
  canCreate: true,
  canReload: false,
}

/** Shows a state. `page` and `methods` override the default settings. */
export function showScreen(
  state: State,
  { page = {}, methods = '' }: { readonly page?: Partial<ElementSettings>; readonly methods?: string } = {},
): ShownScreen {
  const ports = fakePorts()
  const actions = { open: vi.fn(), cancel: vi.fn(), check: vi.fn(), reset: vi.fn(), askPhoneUrl: vi.fn() }
  const deadline = signal<Deadline | null>(null)
  const choice = createElementChoice({
    ports,
    endpoint: '/checkout',
    methods: signal(methods),
    onChoice: () => {},
  })
  const code = createElementCode()
  const view = (state: State, changes: Partial<CheckoutModel> = {}) => (
    <CheckoutScreen
      state={state}
      page={{ ...looks, methods, ...page }}
      messages={en}
      notice={noticeOf(state, en)}
      amount="€49.90"
      amountBefore={null}
      amountDiffers={false}
      deadline={deadline}
      actions={actions}
      choice={choice}
      code={code}
      {...changes}
    />
  )
  const { container, rerender, unmount } = render(view(state))
  return {
    container,
    ports,
    actions,
    deadline,
    choice,
    code,
    show: (state, changes) => rerender(view(state, changes)),
    leave: unmount,
  }
}
