// The searchable list of banks, with the visitor's country first. Each bank is a button.
import { html } from 'hono/html'
import type { Content } from '../../forms/content.ts'
import { banks, logoPath, plainText, type SandboxBank } from '../../service/banks.ts'
import { searchIcon } from '../icons.ts'
import { countryName } from '../settings.ts'
import { renderStepPage } from '../step-page.ts'
import { fill, type Texts } from '../texts/texts.ts'
import type { View } from '../view.ts'
import type { BankPayment } from './bank-payment.ts'

export function renderBankListPage(view: View, { backPath, strip }: BankPayment, query: string): Content {
  const { path, texts } = view
  return renderStepPage(view, {
    at: '/bank',
    title: texts.bank.choose,
    content: html`<h2>${texts.bank.choose}</h2>
      ${renderSearch(`${path}/bank`, texts, query)}
      ${renderBanks(`${path}/bank`, view, query)}`,
    back: backPath === undefined ? undefined : { href: backPath, label: texts.common.back },
    strip,
  })
}

function renderSearch(action: string, { bank }: Texts, query: string): Content {
  return html`<form class="field" role="search" method="get" action="${action}">
    <label for="bank-search">${bank.search}</label>
    <div class="with-button">
      <input id="bank-search" name="q" type="search" value="${query}" autocomplete="off" spellcheck="false" maxlength="60">
      <button type="submit">${searchIcon}<span class="visually-hidden">${bank.searchButton}</span></button>
    </div>
  </form>`
}

function renderBanks(action: string, { language, texts, country }: View, query: string): Content {
  const wanted = plainText(query)
  const found = banks
    .filter(({ name }) => plainText(name).includes(wanted))
    .sort((a, b) => a.name.localeCompare(b.name, language))
  const here = found.filter((bank) => bank.country === country)
  const elsewhere = found.filter((bank) => bank.country !== country)
  const elsewhereTitle = banks.some((bank) => bank.country === country) ? texts.bank.elsewhere : ''
  return html`<p class="visually-hidden" role="status" id="banks-found" data-none="${texts.bank.none}" data-found="${texts.bank.found}">${wanted === '' ? '' : fill(texts.bank.found, { count: found.length })}</p>
    <form method="post" action="${action}" id="banks">
      ${here.length === 0 ? '' : renderGroup(fill(texts.bank.inCountry, { country: countryName(country, language) }), here, language)}
      ${elsewhere.length === 0 ? '' : renderGroup(elsewhereTitle, elsewhere, language)}
    </form>
    <p class="soft" id="no-banks" ${found.length === 0 ? '' : 'hidden'}><span>${fill(texts.bank.none, { query })}</span>
      <a href="${action}">${texts.bank.showAll}</a></p>`
}

function renderGroup(title: string, group: readonly SandboxBank[], language: string): Content {
  return html`<section class="bank-group">
    ${title === '' ? '' : html`<h3>${title}</h3>`}
    <ul class="banks">${group.map(
      (
        bank,
      ) => html`<li data-search="${plainText(bank.name)}"><button class="choice bank" type="submit" name="bank_id" value="${bank.id}">
        <img src="${logoPath(bank)}" alt="" width="36" height="36" loading="lazy">
        <span><bdi>${bank.name}</bdi> <small>${countryName(bank.country, language)}</small></span>
      </button></li>`,
    )}</ul>
  </section>`
}
