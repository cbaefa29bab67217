import fc from 'fast-check'
import { composeIBAN, countrySpecs } from 'ibantools'
import { describe, expect, test } from 'vitest'
import { beginsIban, groupIban, parseIban } from '../../../src/protocol/iban.ts'

const digits = '0123456789'
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** ibantools marks these as registered. In the registry they belong to FI and FR, and their IBANs begin with these. */
const underAnotherCountry = 'AX GF GP MF MQ NC PF PM RE TF WF YT'.split(' ')
/** Registered later (registry release 102, June 2026). ibantools knows their lengths, but does not mark them. */
const registeredSince = ['BI', 'DJ', 'FK', 'HN']

const registry = Object.entries(countrySpecs).flatMap(([code, { chars, bban_regexp, IBANRegistry }]) => {
  const isRegistered = IBANRegistry ? !underAnotherCountry.includes(code) : registeredSince.includes(code)
  if (!isRegistered || !chars || !bban_regexp) return []
  // Some of its regular expressions have no anchor.
  return [{ code, chars, shape: new RegExp(`^${bban_regexp.replace(/[$^]/g, '')}$`) }]
})

/** An IBAN that ibantools made, of any registered country. */
const ibans = fc.oneof(
  ...registry.map(({ code, shape }) =>
    fc.stringMatching(shape).map((bban) => composeIBAN({ countryCode: code, bban }) ?? ''),
  ),
)

const unit = fc.constantFrom(...digits, ...letters, ...'abxyz -.\u00a0\u202f_ß€é😀')
const anyText = fc.string({ unit, maxLength: 60, size: 'max' })

const problemOf = (text: string) => {
  const parsed = parseIban(text)
  return 'problem' in parsed ? parsed.problem : null
}

const show = (marked: string) => {
  const { text, caret } = groupIban(marked.replace('|', ''), marked.indexOf('|'))
  return `${text.slice(0, caret)}|${text.slice(caret)}`
}

/** How many characters of a country's IBANs are accepted; the check digits 00 are always wrong. */
const acceptedLengths = (code: string) =>
  Array.from({ length: 60 }, (_, length) => length).filter(
    (length) => problemOf(`${code}00`.padEnd(length, '0').slice(0, length)) === 'check',
  )

describe('a country', () => {
  test('is accepted with its registered length', () => {
    const lengths = Object.fromEntries(registry.map(({ code }) => [code, acceptedLengths(code)]))

    expect(lengths).toEqual(Object.fromEntries(registry.map(({ code, chars }) => [code, [chars]])))
    expect(registry).toHaveLength(89)
  })

  test('without IBANs is reported as `country`, whatever the length', () => {
    const pairs = [...letters, ...digits].flatMap((a) => [...letters, ...digits].map((b) => a + b))
    const others = pairs.filter((pair) => !registry.some(({ code }) => code === pair))

    const taken = others.filter((pair) =>
      Array.from({ length: 38 }, (_, more) => problemOf(pair + '0'.repeat(more))).some(
        (p) => p !== 'country',
      ),
    )

    expect(others).toHaveLength(36 * 36 - 89)
    expect(taken).toEqual([])
  })
})

describe('an IBAN', () => {
  test('of any country is accepted unchanged', () => {
    fc.assert(
      fc.property(ibans, (iban) => {
        expect(parseIban(iban)).toEqual({ iban })
      }),
    )
  })

  test('is only too short until its last character is typed', () => {
    fc.assert(
      fc.property(ibans, fc.nat(), (iban, typed) => {
        expect(problemOf(iban.slice(0, typed % iban.length))).toBe('length')
      }),
      { numRuns: 1000 },
    )
  })

  // Examples printed by banks, so that the test does not depend on one package.
  test.each([
    'NO9386011117947',
    'BE68539007547034',
    'DE89370400440532013000',
    'GB29NWBK60161331926819',
    'NL91ABNA0417164300',
    'FR1420041010050500013M02606',
    'MT84MALT011000012345MTLCAST001S',
    'LC55HEMM000100010012001200023015',
    'RU0304452522540817810538091310419',
  ])('%s is accepted', (iban) => {
    expect(parseIban(iban)).toEqual({ iban })
  })

  test.each([
    'DE89 3704 0044 0532 0130 00',
    'de89 3704 0044 0532 0130 00',
    'DE89\u00a03704\u00a00044\u00a00532\u00a00130\u00a000',
    'DE89\u202f3704\u202f0044\u202f0532\u202f0130\u202f00',
    'DE89-3704-0044-0532-0130-00',
    'DE89.3704.0044.0532.0130.00',
    'IBAN DE89370400440532013000',
    'IBAN: DE89 3704 0044 0532 0130 00',
    'iban:\u00a0de89 3704 0044 0532 0130 00',
    ' \u200eDE89\u200b3704_0044–0532 0130 00.\r\n',
  ])('pasted as %j is accepted', (text) => {
    expect(parseIban(text)).toEqual({ iban: 'DE89370400440532013000' })
  })
})

describe('a typing mistake', () => {
  test('in one digit or letter is refused, so that the money does not go to a stranger', () => {
    fc.assert(
      fc.property(ibans, fc.nat(), fc.nat(), (iban, where, what) => {
        const at = where % iban.length
        const before = iban.charAt(at)
        const alike = at < 4 ? digits + letters : digits.includes(before) ? digits : letters
        const others = alike.replace(before, '')

        const wrong = iban.slice(0, at) + others.charAt(what % others.length) + iban.slice(at + 1)

        expect(problemOf(wrong)).not.toBeNull()
      }),
      { numRuns: 2000 },
    )
  })

  test('that swaps two neighbours is refused, so that the money does not go to a stranger', () => {
    const invisible = /B1|1B|M2|2M|X3|3X/
    fc.assert(
      fc.property(ibans, fc.nat(), (iban, where) => {
        const at = where % (iban.length - 1)
        const pair = iban.slice(at, at + 2)
        fc.pre(pair.charAt(0) !== pair.charAt(1) && (at < 4 || !invisible.test(pair)))

        const wrong = iban.slice(0, at) + pair.charAt(1) + pair.charAt(0) + iban.slice(at + 2)

        expect(problemOf(wrong)).not.toBeNull()
      }),
      { numRuns: 2000 },
    )
  })

  test.each(['B1', 'M2', 'X3'])(
    'that swaps %s is accepted, because ISO 7064 computes the same number',
    (pair) => {
      const iban = composeIBAN({ countryCode: 'MT', bban: `MALT01100${'0'.repeat(16)}${pair}` }) ?? ''

      const turned = iban.slice(0, -2) + pair.charAt(1) + pair.charAt(0)

      expect([problemOf(iban), problemOf(turned)]).toEqual([null, null])
    },
  )

  test.each([
    ['97', '00'],
    ['98', '01'],
    ['02', '99'],
  ])(
    'that turns %s into %s is refused, although the remainder is 1, because no bank uses such check digits',
    (right, wrong) => {
      const accounts = Array.from({ length: 500 }, (_, n) => `37040044${String(n).padStart(10, '0')}`)
      const made = accounts.map((bban) => composeIBAN({ countryCode: 'DE', bban }) ?? '')
      const iban = made.find((one) => one.slice(2, 4) === right) ?? ''

      expect(problemOf(iban)).toBeNull()
      expect(problemOf(`DE${wrong}${iban.slice(4)}`)).toBe('check')
      expect(BigInt(`${iban.slice(4)}1314${wrong}`) % 97n).toBe(1n)
    },
  )

  test.each([
    ['DE88370400440532013000', 'check', 'has a wrong digit'],
    ['DEX9370400440532013000', 'check', 'has a letter among the check digits'],
    ['DE8937040044053201300', 'length', 'lacks its last digit'],
    ['DE893704004405320130000', 'length', 'has a digit too many'],
    ['DE89 3704 0044 0532 0130 00 BIC COBADEFF', 'length', 'has a BIC behind it'],
    ['US89370400440532013000', 'country', 'is of a country without IBANs'],
    ['0532013000', 'country', 'is an account number'],
    ['ED89370400440532013000', 'country', 'has its country turned around'],
    ['', 'length', 'is not there yet'],
    ['W', 'country', 'has begun as none does'],
  ])('%j is reported as %s, because it %s', (text, problem) => {
    expect(problemOf(text)).toBe(problem)
  })
})

describe('a text that is being typed', () => {
  test.each(['DE89', 'de89', 'DE89 3704', 'IBAN: DE89', 'ＤＥ８９', 'ZZ00'])(
    'is an IBAN so far: %s',
    (text) => {
      expect(beginsIban(text)).toBe(true)
    },
  )

  test.each(['', 'D', 'DE8', 'DEA8', 'ING', 'N26', '1822direkt', 'Bank 24', '532013000', 'IBAN'])(
    'may be the name of a bank: %s',
    (text) => {
      expect(beginsIban(text)).toBe(false)
    },
  )
})

describe('grouping', () => {
  test.each([
    ['DE8|', 'DE8|'],
    ['DE89|', 'DE89|'],
    ['DE893|', 'DE89 3|'],
    ['de89 3704|', 'DE89 3704|'],
    ['DE8X|9 3704', 'DE8X| 9370 4'],
    ['DE89|3704', 'DE89| 3704'],
    ['DE8| 3704', 'DE8|3 704'],
    ['DE893|3704', 'DE89 3|370 4'],
    ['|DE89 3704', '|DE89 3704'],
    ['DE89 €|3704', 'DE89| 3704'],
    ['IBAN: DE89 3704|', 'DE89 3704|'],
    ['DE89 ß|3704', 'DE89| 3704'],
    ['|', '|'],
  ])('turns %s into %s, with the caret in place', (typed, shown) => {
    expect(show(typed)).toBe(shown)
  })

  test('does not change a grouped text', () => {
    fc.assert(
      fc.property(anyText, fc.nat(60), (text, caret) => {
        const once = groupIban(text, Math.min(caret, text.length))

        expect(groupIban(once.text, once.caret)).toEqual(once)
      }),
    )
  })

  test('shows upper case in blocks of four and nothing else', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { text: shown } = groupIban(text, 0)

        expect(shown).toMatch(/^([A-Z0-9]{4} ){0,8}[A-Z0-9]{0,4}$/)
        expect(shown).not.toMatch(/ $/)
      }),
    )
  })

  test('cuts the text at the length of the longest IBAN', () => {
    expect(groupIban('0'.repeat(99), 99)).toEqual({ text: `${'0000 '.repeat(8)}00`, caret: 42 })
  })

  test('keeps the caret after the same characters', () => {
    const inIban = (text: string) => text.replace(/[^A-Za-z0-9]/g, '').toUpperCase()
    fc.assert(
      fc.property(anyText, fc.nat(60), (text, place) => {
        fc.pre(!inIban(text).startsWith('IBAN'))
        const at = Math.min(place, text.length)

        const { text: shown, caret } = groupIban(text, at)

        expect(inIban(shown.slice(0, caret))).toBe(inIban(text.slice(0, at)).slice(0, 34))
        expect(inIban(shown)).toBe(inIban(text).slice(0, 34))
        expect(caret).toBeLessThanOrEqual(shown.length)
      }),
    )
  })

  test('lets backspace delete to the beginning', () => {
    fc.assert(
      fc.property(ibans, fc.nat(), (iban, place) => {
        const full = groupIban(iban, iban.length).text
        let field = { text: full, caret: 1 + (place % full.length) }
        const carets = [field.caret]

        while (field.caret > 0 && carets.length < 60) {
          const { text, caret } = field
          field = groupIban(text.slice(0, caret - 1) + text.slice(caret), caret - 1)
          carets.push(field.caret)
        }

        expect(carets).toEqual([...new Set(carets)].sort((a, b) => b - a))
        expect(carets.at(-1)).toBe(0)
      }),
    )
  })

  test('shows a typed IBAN like a pasted one, and parses it', () => {
    fc.assert(
      fc.property(ibans, (iban) => {
        let field = { text: '', caret: 0 }
        for (const key of iban.toLowerCase()) {
          const { text, caret } = field
          field = groupIban(text.slice(0, caret) + key + text.slice(caret), caret + 1)
        }

        expect(field).toEqual(groupIban(`IBAN: ${iban}`, iban.length + 6))
        expect(parseIban(field.text)).toEqual({ iban })
      }),
    )
  })
})

test('full-width characters of a Japanese keyboard are accepted', () => {
  const wide = 'ＤＥ８９　３７０４　００４４　０５３２　０１３０　００'
  expect(parseIban(wide)).toEqual({ iban: 'DE89370400440532013000' })
  expect(groupIban(wide.slice(0, 7), 7)).toEqual({ text: 'DE89 37', caret: 7 })
})
