import { describe, expect, it } from 'vitest'
import { ar } from '../../../../demo/sandbox/hosted/texts/payouts-and-transactions/ar.ts'
import { de } from '../../../../demo/sandbox/hosted/texts/payouts-and-transactions/de.ts'
import { en } from '../../../../demo/sandbox/hosted/texts/payouts-and-transactions/en.ts'
import { es } from '../../../../demo/sandbox/hosted/texts/payouts-and-transactions/es.ts'
import { fr } from '../../../../demo/sandbox/hosted/texts/payouts-and-transactions/fr.ts'
import { it as italian } from '../../../../demo/sandbox/hosted/texts/payouts-and-transactions/it.ts'
import { nl } from '../../../../demo/sandbox/hosted/texts/payouts-and-transactions/nl.ts'
import { pl } from '../../../../demo/sandbox/hosted/texts/payouts-and-transactions/pl.ts'
import { tr } from '../../../../demo/sandbox/hosted/texts/payouts-and-transactions/tr.ts'
import { textsFor } from '../../../../demo/sandbox/hosted/texts/texts.ts'

/** Every sentence; one with gaps is filled with marks. */
function sentences(texts: unknown): string[] {
  if (typeof texts === 'string') return [texts]
  if (typeof texts === 'function') return [texts('‹1›', '‹2›', '‹3›')]
  return Object.values(texts as object).flatMap(sentences)
}

describe.each(Object.entries({ ar, de, es, fr, it: italian, nl, pl, tr }))('%s', (language, texts) => {
  it('is what the pages speak', () => {
    expect(textsFor(language).payout).toEqual(texts.payout)
  })

  it('fills the same gaps as English and leaves no sentence in English', () => {
    const [own, english] = [sentences(texts), sentences(en)]
    const gaps = (sentence: string) => [...sentence.matchAll(/‹\d›/g)].map(String).sort()
    expect(own.map(gaps)).toEqual(english.map(gaps))
    const same = own.filter((sentence) => sentence.includes(' ') && english.includes(sentence))
    expect(same).toEqual([])
  })
})
