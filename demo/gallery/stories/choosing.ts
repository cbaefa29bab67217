import { lastBank } from '../banks.ts'
import { type Chapter, priced, type Story, type StoryFields } from '../story.ts'

const all = 'card apple_pay google_pay bank_account crypto_transfer service_wallet'
const question = 'How would you like to pay?'

/** All methods with one endpoint, so that its banks are read once for the whole page. */
const choice = (name: string, title: string, fields: StoryFields & { readonly says?: string } = {}): Story =>
  priced(name, title, fields.says ?? question, {
    endpoint: 'choice-card',
    shows: 'fieldset',
    ...fields,
    attributes: { methods: all, ...fields.attributes },
  })

/** The method with this name, chosen. */
const chosen = (method: string, title: string) =>
  choice(`choice-${method.replace('_', '-')}`, title, { way: [`choose ${method}`], shows: ':checked' })

const loaded = `banks ${lastBank}`

const bank = (name: string, title: string, way: readonly string[], shows: string, says: string) =>
  choice(`bank-${name}`, title, { way: ['choose bank_account', ...way], shows, says })

const iban = (name: string, title: string, text: string, says: string) =>
  bank(`iban-${name}`, title, [`type ${text}`, 'leave'], '#note.wrong', says)

export const choosing: Chapter = {
  name: 'choosing',
  title: 'Choosing how to pay',
  stories: [
    choice('choice-card', 'All methods, a card chosen'),
    chosen('apple_pay', 'Apple Pay'),
    chosen('google_pay', 'Google Pay'),
    chosen('bank_account', 'Bank account'),
    chosen('crypto_transfer', 'Cryptocurrency'),
    chosen('service_wallet', 'Wallet'),
    choice('wallet-problem', 'Wallet, a wrong email address', {
      way: ['choose service_wallet', 'type mara@example', 'leave'],
      shows: '#note.wrong',
      says: 'This is not an email address',
    }),
    choice('accounts', 'Saved accounts', {
      endpoint: 'accounts',
      accounts: ['DE89**************3000', 'NL91**********4300'],
      attributes: { methods: 'bank_account card' },
      shows: 'bdi',
      says: 'DE89',
    }),
    priced('single-card', 'One method that asks nothing', 'Pay €49.90', { attributes: { methods: 'card' } }),
    priced('single-bank', 'One method that asks for something', 'Your bank or IBAN', {
      endpoint: 'choice-card',
      attributes: { methods: 'bank_account' },
      shows: '.field',
    }),
  ],
}

export const banks: Chapter = {
  name: 'banks',
  title: 'A bank or an IBAN',
  stories: [
    bank('list', 'The list, open', [loaded, 'open'], '[role=option]', 'There are more banks'),
    bank(
      'key',
      'The list, by keyboard',
      [loaded, 'open', 'key ArrowDown', 'key ArrowDown'],
      '[aria-selected=true]',
      '',
    ),
    bank('search', 'Searching', [loaded, 'type caja vald'], '[role=option]', 'Valdoro'),
    bank(
      'none',
      'No match',
      [loaded, `type ${lastBank}`, 'await [role=option]', 'type zzz'],
      '#note',
      'No bank found',
    ),
    choice('bank-loading', 'While banks are loading', {
      endpoint: 'bank-loading',
      banks: 'never',
      way: ['choose bank_account', 'focus', 'type nord'],
      shows: '.bone',
      says: 'Loading banks',
    }),
    bank('taken', 'A bank chosen', [loaded, 'type nordheim sparbank', 'take'], '.combobox > img', ''),
    bank(
      'problem',
      'A text that is no bank',
      [loaded, 'type Nord', 'leave'],
      '#note.wrong',
      'Choose a bank from',
    ),
    bank(
      'iban-typed',
      'IBAN, typed',
      ['type de8937040044053201300', 'type DE89370400440532013000'],
      '#field',
      '',
    ),
    iban('country', 'IBAN, no such country', 'XX89 3704', 'An IBAN begins with'),
    iban('length', 'IBAN, too short', 'DE89 3704', 'too short or too long'),
    iban('check', 'IBAN, a typing error', 'DE89 3704 0044 0532 0130 01', 'typing error'),
  ],
}
