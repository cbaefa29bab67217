// Descriptions of the elements' attributes, properties, events, parts and tokens. custom-elements.json, the files for editors,
// documents and the demo's playground take them from here. Data only; the script does not contain it. Tests compare it
// with the elements.

import { methods } from '../protocol/method.ts'

/** An attribute, a property, an event, a part … and its purpose. */
export interface Described {
  readonly name: string
  readonly description: string
}

export interface Attribute extends Described {
  /** A TypeScript type. Editors offer the members of a union. */
  readonly type: string
  readonly default?: string
}

export interface Token extends Described {
  /** The syntax as in `@property`. If absent, any value. */
  readonly syntax?: '<color>' | '<length>'
}

export interface ElementReference extends Described {
  readonly className: string
  /** The prefix of its events' names. */
  readonly eventPrefix?: 'payment' | 'payout'
  readonly attributes: readonly Attribute[]
  readonly properties: readonly Attribute[]
  readonly methods: readonly Described[]
  readonly slots: readonly Described[]
}

const endpoint: Attribute = {
  name: 'endpoint',
  type: 'string',
  description: 'Base URL of the merchant protocol on your server, of the same origin by default.',
}
const session: Attribute = {
  name: 'session',
  type: 'string',
  description: 'Id of a session that your server has created already; then nothing is created on click.',
}
const theme: Attribute = {
  name: 'theme',
  type: "'auto' | 'light' | 'dark'",
  default: "'auto'",
  description: "`auto` follows the page's text color.",
}
const lang: Attribute = {
  name: 'lang',
  type: 'string',
  description: "BCP 47. By default the nearest `lang` up the tree, then the browser's.",
}
const looks: readonly Attribute[] = [
  {
    name: 'mode',
    type: "'auto' | 'popup' | 'redirect'",
    default: "'auto'",
    description:
      'How the hosted page opens. `auto` opens a popup, and redirects on phones, in in-app browsers, in installed apps and where a popup is refused.',
  },
  {
    name: 'amount',
    type: 'string',
    description:
      'A decimal string such as `49.90`, shown on the button until the session exists. Never sent. If it differs from the session, the shopper and the console are informed.',
  },
  { name: 'currency', type: 'string', description: 'ISO 4217 code of `amount`.' },
  {
    name: 'payee',
    type: 'string',
    description: "The name of who is paid, or pays out, as the shopper knows it. By default the page's host.",
  },
  {
    name: 'label',
    type: 'string',
    description: 'Text of the button. Content of the element replaces it.',
  },
  {
    name: 'hosted-origin',
    type: 'string',
    description:
      'The origin of the hosted page, such as `https://pay.example`. The browser connects to it when the shopper reaches for the button.',
  },
  lang,
  theme,
  { name: 'disabled', type: 'boolean', default: 'false', description: 'As on a button.' },
]

const sentences: Attribute = {
  name: 'sentences',
  type: 'Overrides | undefined',
  description: 'Your messages, which replace ours. Property only.',
}
const checkoutProperties: readonly Attribute[] = [
  {
    name: 'state',
    type: 'Snapshot',
    description: 'Read-only `{ phase, session, error }`, for listeners that are added late.',
  },
  {
    name: 'context',
    type: 'unknown',
    description: 'A JSON object that is sent as `context` when a session is created. Property only.',
  },
  sentences,
]
const checkoutMethods: readonly Described[] = [
  { name: 'open', description: 'Pays, retries or brings the payment page back. Call it inside a click.' },
  { name: 'cancel', description: 'Gives up in the widget. The payment may still complete.' },
  { name: 'check', description: 'Reads the session from your server now.' },
  { name: 'reset', description: 'Returns to the initial state.' },
]
const checkoutSlots: readonly Described[] = [
  { name: '', description: 'Content of the button.' },
  { name: 'complete', description: 'What follows a paid payment, such as a link. Hidden before.' },
  {
    name: 'fallback',
    description:
      'What people see until the script has loaded, or if it never loads: a text or a link. Hidden afterwards.',
  },
]

/** Events without their prefix. `detail` is the session and the fields in brackets. */
export const events: readonly Described[] = [
  {
    name: 'choice',
    description:
      'The shopper chose a method, a bank or a saved account in the widget (`method`, `bank`). Once a change.',
  },
  {
    name: 'start',
    description: 'The shopper pressed pay (`method`); `preventDefault()` stops it. Once a press.',
  },
  { name: 'created', description: 'The session exists. Once a session.' },
  {
    name: 'open',
    description:
      'The hosted page opens (`mode`); `preventDefault()` lets your page open its address instead (`url`). Once an opening.',
  },
  {
    name: 'blocked',
    description: 'The popup was refused; in `auto` the redirect follows unless prevented. Once an opening.',
  },
  { name: 'status', description: "The service's status changed (`previous`). Once a change." },
  { name: 'authorized', description: 'Money is promised, not final. Once a session.' },
  {
    name: 'complete',
    description: 'Final success, even after a cancel if the shopper paid late. Once a session.',
  },
  { name: 'failed', description: 'Final failure (`status_details`). Once a session.' },
  { name: 'expired', description: 'Final: not paid in time. Once a session.' },
  {
    name: 'cancel',
    description: 'The shopper gave up in the widget. The payment may still complete. Once a press.',
  },
  {
    name: 'error',
    description:
      'The widget could not continue (`error`: `kind`, `message`, `retryable`, `requestId`). Once a fault.',
  },
]

export const tokens: readonly Token[] = [
  { name: '--payin-accent', syntax: '<color>', description: 'The pay button.' },
  { name: '--payin-on-accent', syntax: '<color>', description: "The pay button's text." },
  { name: '--payin-text', syntax: '<color>', description: 'Text.' },
  { name: '--payin-muted', syntax: '<color>', description: 'Text of less weight.' },
  { name: '--payin-surface', syntax: '<color>', description: 'Panels and options.' },
  { name: '--payin-border', syntax: '<color>', description: 'Edges of panels, options and fields.' },
  { name: '--payin-success', syntax: '<color>', description: 'The icon of success.' },
  {
    name: '--payin-danger',
    syntax: '<color>',
    description: 'The icon of failure, and what is wrong with a field.',
  },
  { name: '--payin-focus', syntax: '<color>', description: 'The focus ring.' },
  { name: '--payin-radius', syntax: '<length>', description: 'Corners.' },
  { name: '--payin-font', description: 'Font family.' },
]

export const parts: readonly Described[] = [
  { name: 'root', description: 'Everything.' },
  { name: 'pay', description: 'The pay button.' },
  { name: 'hint', description: 'A line of less weight.' },
  { name: 'panel', description: 'A notice; a final one is also `good` or `bad`.' },
  { name: 'good', description: 'A notice of success.' },
  { name: 'bad', description: 'A notice of failure.' },
  { name: 'title', description: 'The first line of a notice.' },
  { name: 'text', description: 'The text of a notice.' },
  { name: 'amount', description: 'The amount in a notice.' },
  { name: 'time', description: 'The time left.' },
  { name: 'receipt', description: 'Who gets the money, the reference and the date.' },
  { name: 'support', description: 'The request that failed, for the support.' },
  { name: 'icon', description: 'The picture of a notice.' },
  { name: 'button', description: 'A button of a notice; `primary`, `plain` or `quiet` beside it.' },
  { name: 'primary', description: 'The first button of a notice.' },
  { name: 'plain', description: 'Another button of a notice.' },
  { name: 'quiet', description: 'A button of less weight.' },
  { name: 'phone', description: '"More": continue on a phone.' },
  { name: 'code', description: 'Its QR code.' },
  { name: 'code-label', description: 'The name of the field for the code of a payout.' },
  { name: 'code-input', description: 'The field itself.' },
  { name: 'code-error', description: 'What is wrong with the code.' },
  { name: 'choice', description: 'The choice of a way to pay.' },
  { name: 'ways', description: '"Pay another way", which unfolds the choice.' },
  { name: 'option', description: 'One way to pay.' },
  { name: 'input', description: 'A field.' },
  { name: 'clear', description: 'The button that clears the field of a bank.' },
  { name: 'banks', description: 'The list of banks.' },
  { name: 'bank', description: 'One bank.' },
  { name: 'problem', description: 'What is wrong with a field.' },
]

export const elements: readonly ElementReference[] = [
  {
    name: 'payin-checkout',
    className: 'PayinCheckoutElement',
    description: 'A shopper pays an order: a payin, a bank transfer or an on-ramp.',
    eventPrefix: 'payment',
    attributes: [
      endpoint,
      { name: 'order', type: 'string', description: 'Your order id. The browser never sends a price.' },
      session,
      {
        name: 'token',
        type: 'string',
        description:
          'A signed order token from your server. It proves that this shopper may pay this order. Sent when a session is created.',
      },
      {
        name: 'kind',
        type: "'payin' | 'bank_transfer' | 'on_ramp'",
        default: "'payin'",
        description: 'The kind of payment, sent to your server. Each kind has its own messages.',
      },
      {
        name: 'intent',
        type: "'pay' | 'order'",
        default: "'pay'",
        description:
          '`order`: the press places the order, so the button has the words that Directive 2011/83/EU, Article 8(2), asks for.',
      },
      {
        name: 'methods',
        type: 'string',
        description:
          'The ways to pay to choose from, space-separated: `card`, `bank_account`, `apple_pay`, `google_pay`, `crypto_transfer`, `service_wallet`. Empty: the hosted page asks.',
      },
      ...looks,
    ],
    properties: checkoutProperties,
    methods: checkoutMethods,
    slots: [
      ...checkoutSlots,
      ...methods.map((method) => ({
        name: `mark-${method}`,
        description: `In place of the icon of \`${method}\`.`,
      })),
    ],
  },
  {
    name: 'payout-claim',
    className: 'PayoutClaimElement',
    description: 'A recipient receives a payout that your server created. It never creates one.',
    eventPrefix: 'payout',
    attributes: [endpoint, session, ...looks],
    properties: checkoutProperties,
    methods: checkoutMethods,
    slots: checkoutSlots,
  },
  {
    name: 'payin-return',
    className: 'PayinReturnElement',
    description:
      'Your return page: notifies the page that opened the popup and closes it, or leads a redirected shopper back.',
    attributes: [
      endpoint,
      { ...session, description: "Session id. By default the address's `session` parameter." },
      {
        name: 'kind',
        type: "'payin' | 'payout' | 'bank_transfer' | 'on_ramp'",
        default: "'payin'",
        description: 'The kind of payment, for a server that does not return it.',
      },
      {
        name: 'href',
        type: 'string',
        default: "'/'",
        description:
          'Where "Back to the shop" leads when this tab does not know where the shopper came from.',
      },
      lang,
      theme,
    ],
    properties: [sentences],
    methods: [],
    slots: [],
  },
]
