// The shop for one shopper and one order.
import { expect } from 'vitest'
import type { World } from '../../journeys/support/opened-world.ts'
import { payinsOfOrder } from '../../journeys/support/paid-once.ts'
import { letTimePass } from '../../journeys/support/shared-world.ts'
import type { Browser } from './browser.ts'
import { eventually } from './eventually.ts'
import type { PageOverrides } from './front.ts'
import type { Name, Tab } from './tab.ts'

export interface Visit {
  readonly mode?: 'auto' | 'popup' | 'redirect'
  readonly methods?: 'here'
  readonly lang?: string
  readonly dir?: 'rtl'
  readonly with?: PageOverrides
}

export class Shop {
  readonly tab: Tab
  readonly order: string
  readonly world: World
  readonly #browser: Browser

  constructor(browser: Browser, world: World, tab: Tab, order: string) {
    this.#browser = browser
    this.world = world
    this.tab = tab
    this.order = order
  }

  /** Address of the shop's page about the order. */
  address({ with: overrides, ...view }: Visit = {}): string {
    const query = new URLSearchParams({ ...view, order: this.order })
    if (overrides) query.set('with', JSON.stringify(overrides))
    return `${this.world.shop}/?${query}`
  }

  async visit(visit: Visit = {}): Promise<void> {
    await this.tab.goto(this.address(visit))
  }

  /** Waits until the order's card shows a text. */
  async sees(text: Name, tab = this.tab): Promise<void> {
    await tab.sees(text, `[data-order="${this.order}"]`)
  }

  /** The same order in a new window. */
  async inNewTab(): Promise<Shop> {
    return new Shop(this.#browser, this.world, await this.#browser.openTab(), this.order)
  }

  /** The shop in the first frame of this tab. */
  get inFrame(): Shop {
    return new Shop(this.#browser, this.world, this.tab.frame, this.order)
  }

  async pressPay(): Promise<void> {
    await this.tab.press('button', /^(Pay|Try again)/)
  }

  /** Presses pay, or runs another action that opens the payment window. @returns the window at the hosted page */
  async openPopup(press = () => this.pressPay()): Promise<Tab> {
    const popup = await this.#browser.opened(press)
    await popup.arrivesAt(hostedPage.url)
    return popup
  }

  /** Opens it again with the checkout's button. */
  openAgain(): Promise<Tab> {
    return this.openPopup(() => this.tab.press('button', 'Open the payment page'))
  }

  /** Names of the dispatched events, in order, over reloads and redirects. */
  async emitted(): Promise<string[]> {
    const text = await this.tab.run(`return sessionStorage.getItem('events') ?? '[]'`)
    return JSON.parse(String(text)).map(({ name }: { name: string }) => name)
  }

  /** Waits until an event is dispatched. */
  async waitForEvent(name: string): Promise<void> {
    await eventually(async () => {
      const emitted = await this.emitted()
      if (!emitted.includes(name)) throw new Error(`No ${name} was dispatched, only: ${emitted}.`)
    })
  }

  async timesEmitted(name: string): Promise<number> {
    return (await this.emitted()).filter((each) => each === name).length
  }

  /** Expects a paid order: the shopper reads "Paid", `payment-complete` is dispatched once, and there is one payin. */
  async endsPaid(): Promise<void> {
    await this.sees('Paid')
    await this.waitForEvent('payment-complete')
    expect((await this.emitted()).filter((name) => ends.test(name))).toEqual(['payment-complete'])
    expect(await this.payins()).toEqual(['COMPLETED'])
  }

  /** Reloads the page until it shows the order as paid, which happens a moment after the session is complete. */
  async showsAsPaid(visit: () => Promise<void> = () => this.tab.reload()): Promise<void> {
    await eventually(async () => {
      await visit()
      const selector = `[data-order="${this.order}"] payin-checkout`
      expect(await this.tab.run('return document.querySelectorAll(arguments[0]).length', selector)).toBe(0)
    })
    await this.sees('Paid')
  }

  /** Statuses of the order's payins. */
  async payins(): Promise<string[]> {
    return (await payinsOfOrder(this.world, this.order)).map(({ status }) => status)
  }
}

const ends = /complete|failed|expired|error|cancel/

async function payByChoice(tab: Tab): Promise<void> {
  await tab.arrivesAt(hostedPage.url)
  await tab.press('radio', 'Card')
  await hostedPage.payByCard(tab)
}

/** Actions on the hosted page, in a popup or in the shop's own tab. */
export const hostedPage = {
  url: /\/pay\//,
  pay: payByChoice,
  /** Pays when the card was chosen in the shop. */
  async payByCard(tab: Tab): Promise<void> {
    await tab.fill('Card number', '4242424242424242')
    await tab.fill(/^Expiry date/, '1240')
    await tab.fill(/^Security code/, '123')
    await tab.press('button', /^Pay/)
  },
  /** The shopper pays and returns; the authorized payment settles at once, not in two seconds. */
  async payAndSettle(
    tab: Tab,
    { world, order }: Shop,
    pay: (tab: Tab) => Promise<void> = payByChoice,
  ): Promise<void> {
    await pay(tab)
    await eventually(async () => {
      const [{ status } = { status: 'none' }] = (await payinsOfOrder(world, order)).filter(isMoving)
      if (status === 'none') throw new Error(`The payin of ${order} is not paid.`)
    })
    await letTimePass(world, 2_000)
  },
  decline: (tab: Tab) => tab.press('button', 'Decline'),
  authorise: (tab: Tab) => tab.press('button', 'Authorise'),
  async signInAtBank(tab: Tab): Promise<void> {
    await tab.fill('User name', 'ada')
    await tab.fill('Password', 'secret', 'password')
    await tab.press('button', 'Sign in')
  },
}

const isMoving = ({ status }: { status: string }) => /AUTHORIZED|SETTLED|COMPLETED/.test(status)
