// The moves through the hosted pages: for each page and goal, what to enter and what to press. A move names each control
// by its label, for the browser, and by its form field, for the shopper without a browser.
import {
  banks,
  bankUsers,
  cardsThatFail,
  cardThatChallenges,
  cardThatFailsChallenge,
  cardThatPays,
  fill,
  type Texts,
} from '../../sandbox/index.ts'
import type { BankRefusal, Claiming, Paying } from './hosted-page.ts'

export interface Move {
  /** A radio button. The move fits only a page that has it. */
  readonly choose?: { readonly label: string | RegExp; readonly name: string; readonly value: string }
  readonly fill?: readonly { readonly label: string; readonly name: string; readonly value: string }[]
  readonly press: {
    readonly role: 'button' | 'link'
    readonly label: string | RegExp
    /** The target of the form or link, below the flow's path. `null` for a link out of the hosted pages. */
    readonly to: string | null
    readonly field?: readonly [name: string, value: string]
  }
  /** This press decides the payment, so the goal is reached whatever page follows. */
  readonly decides?: true
}

/** The first part of a hosted page's path. */
export type Flow = 'pay' | 'payout' | 'transfer' | 'on-ramp'

/** @param step the page below the flow's path, such as `/bank/login`; `''` is the first page */
export type FindMoves = (step: string, texts: Texts) => readonly Move[]

const submit = (label: string | RegExp, to: string): Move['press'] => ({ role: 'button', label, to })

/** A pattern for a message, with any text in its gaps. */
function patternOf(message: string): RegExp {
  const parts = message.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`)
}

/** The links back to the shop on the last page. */
const returnMoves = ({ common, onRamp }: Texts): Move[] =>
  [patternOf(common.returnTo), onRamp.backToMerchant].map((label) => ({
    press: { role: 'link', label, to: null },
    decides: true,
  }))

const decidingMoves: Readonly<Record<'cancel' | 'decline', FindMoves>> = {
  cancel: (step, { common }) => [
    { press: submit(common.cancel, step === '/3ds' ? '/3ds/cancel' : '/cancel'), decides: true },
  ],
  decline: (_, { payin }) => [{ press: submit(payin.decline, '/decline'), decides: true }],
}

function cardMoves(number: string, code: string, isChallenged: boolean): FindMoves {
  return (step, { payin, card }) => {
    const fill = [
      { label: card.number, name: 'card-number', value: number },
      { label: card.expiry, name: 'card-expiry', value: '12/40' },
      { label: card.cvc, name: 'card-cvc', value: '123' },
    ]
    const press = submit(patternOf(payin.pay), '/pay')
    const choose = { label: payin.card, name: 'method', value: 'card' }
    const decides = isChallenged ? {} : ({ decides: true } as const)
    // If the merchant has set the method, the page has no choice.
    if (step === '')
      return [
        { choose, fill, press, ...decides },
        { fill, press, ...decides },
      ]
    if (step !== '/3ds' || !isChallenged) return []
    if (code === '')
      return [{ press: { ...submit(card.approve, '/3ds'), field: ['answer', 'approve'] }, decides: true }]
    const asked = [{ label: card.code, name: 'code', value: code }]
    return [{ fill: asked, press: submit(card.confirmCode, '/3ds'), decides: true }]
  }
}

function bankMoves(refused: BankRefusal | undefined, firstPage: FindMoves): FindMoves {
  const [bank] = banks
  const user = bankUsers.find(([, details]) => details === refused)?.[0] ?? 'mara'
  const refuses = refused === 'AUTHORIZATION_FAILED'
  return (step, texts) => {
    if (step === '') return firstPage(step, texts)
    if (step === '/bank' && bank) {
      const press = submit(new RegExp(`^${bank.name}\\b`), '/bank')
      return [{ press: { ...press, field: ['bank_id', bank.id] } }]
    }
    if (step === '/bank/login') {
      const fill = [
        { label: texts.bank.userName, name: 'user-name', value: user },
        { label: texts.bank.password, name: 'password', value: 'secret' },
      ]
      const isLocked = refused === 'INSTRUMENT_BLOCKED'
      return [{ fill, press: submit(texts.common.signIn, '/bank/login'), ...(isLocked && { decides: true }) }]
    }
    if (step !== '/bank/confirm') return []
    const [label, decision] = refuses ? [texts.bank.refuse, 'refuse'] : [texts.bank.authorise, 'authorise']
    const press = { ...submit(label, '/bank/confirm'), field: ['decision', decision] } as const
    // The first account is selected by default.
    return [{ press, decides: true }]
  }
}

/** The choice of the method on the first page. */
const chooseMethod =
  (method: 'bank_account' | 'google_pay' | 'apple_pay' | 'crypto_transfer' | 'service_wallet'): FindMoves =>
  (step, { payin, common }) =>
    step === ''
      ? [
          {
            choose: { label: payin[method], name: 'method', value: method },
            press: submit(common.continue, '/pay'),
          },
        ]
      : []

const sheetMoves =
  (method: 'google_pay' | 'apple_pay'): FindMoves =>
  (step, texts) => {
    const at = `/${method.replace('_', '-')}`
    if (step !== at) return chooseMethod(method)(step, texts)
    return [{ press: submit(fill(texts.payin.sheetPay, { method: texts.payin[method] }), at), decides: true }]
  }

const walletMoves =
  (email: string | undefined): FindMoves =>
  (step, texts) => {
    const { wallet, card, payin, common } = texts
    if (step === '/wallet') {
      const fill = email === undefined ? [] : [{ label: common.email, name: 'email', value: email }]
      return [{ fill, press: submit(wallet.sendCode, '/wallet') }]
    }
    if (step === '/wallet/code') {
      const fill = [{ label: card.code, name: 'code', value: '123456' }]
      return [{ fill, press: submit(common.signIn, '/wallet/code') }]
    }
    if (step !== '/wallet/confirm') return chooseMethod('service_wallet')(step, texts)
    return [{ press: submit(patternOf(payin.pay), '/wallet/confirm'), decides: true }]
  }

const cryptoMoves: FindMoves = (step, texts) =>
  step === '/crypto'
    ? [{ press: submit(texts.crypto.sent, '/crypto/sent'), decides: true }]
    : chooseMethod('crypto_transfer')(step, texts)

/** Bank transfers and on-ramps can only be paid at a bank. */
const startAtBank: FindMoves = (_, { bank }) => [{ press: { role: 'link', label: bank.choose, to: '/bank' } }]

/** The moves of a payer; `undefined` if the flow does not offer this method. */
export function movesOf(paying: Paying, flow: Flow): FindMoves | undefined {
  if (flow === 'payout') return undefined
  const isPayin = flow === 'pay'
  switch (paying.with) {
    case 'bank': {
      const { refused } = paying
      return bankMoves(refused, isPayin ? chooseMethod('bank_account') : startAtBank)
    }
    case 'cancel':
      return decidingMoves.cancel
    case 'expire':
      return undefined
    default:
      return isPayin ? payinMoves(paying) : undefined
  }
}

function payinMoves(paying: Paying): FindMoves | undefined {
  switch (paying.with) {
    case 'card': {
      const { refused } = paying
      const number = refused ? cardsThatFail.find(([, details]) => details === refused)?.[0] : cardThatPays
      return number === undefined ? undefined : cardMoves(number, '', false)
    }
    case '3-D Secure':
      return paying.refused
        ? cardMoves(cardThatFailsChallenge, '', true)
        : cardMoves(cardThatChallenges, '1234', true)
    case 'wallet':
      return walletMoves(paying.refused ? 'insufficient-funds@example.test' : undefined)
    case 'crypto':
      return cryptoMoves
    case 'google pay':
      return sheetMoves('google_pay')
    case 'apple pay':
      return sheetMoves('apple_pay')
    case 'decline':
      return decidingMoves.decline
    default:
      return undefined
  }
}

const payoutTargets = {
  'bank account': ['bank_account', '/bank-account'],
  'crypto wallet': ['crypto_transfer', '/crypto-wallet'],
  wallet: ['service_wallet', '/tidewell-wallet'],
} as const

/** The moves of a payout's recipient. */
export function claimMovesOf({ to }: Claiming): FindMoves | undefined {
  if (to === 'expire') return undefined
  if (to === 'decline') {
    return (step, { payout }) =>
      step === '/refuse'
        ? [{ press: submit(payout.refuseDone, '/refuse'), decides: true }]
        : [{ press: { role: 'link', label: payout.refuse, to: '/refuse' } }]
  }
  const [method, at] = payoutTargets[to]
  return (step, { payin, payout, crypto, common }) => {
    const typed = {
      bank_account: [
        { label: payout.iban, name: 'iban', value: 'DE89 3704 0044 0532 0130 00' },
        { label: common.accountHolder, name: 'holder', value: 'Mara Lind' },
      ],
      crypto_transfer: [{ label: crypto.address, name: 'address', value: `0x${'7a6f5c1d2b'.repeat(4)}` }],
      service_wallet: [{ label: common.email, name: 'email', value: 'mara@example.test' }],
    }
    const choose = { label: new RegExp(`^${payin[method]}`), name: 'method', value: method }
    switch (step) {
      case '':
        return [
          { choose, press: submit(common.continue, '/method') },
          { press: submit(common.continue, '/given') },
        ]
      case at:
        return [{ fill: typed[method], press: submit(common.continue, at) }]
      case '/check':
        return [{ press: submit(payout.checkDone, '/check') }]
      case '/review':
        return [{ press: submit(payout.confirm, '/confirm'), decides: true }]
      default:
        return []
    }
  }
}

/** After the decision, only the link back to the shop remains. */
export const movesAfterDecision: FindMoves = (_, texts) => returnMoves(texts)
