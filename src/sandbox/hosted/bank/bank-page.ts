// A page of the chosen bank: the bank's colour and logo instead of Tidewell's, and the payment. The colours are in a
// stylesheet, because the pages' policy allows no inline styles.
import { html } from 'hono/html'
import type { Content } from '../../forms/content.ts'
import { banks, logoPath, type SandboxBank } from '../../service/banks.ts'
import type { Frame } from '../frame.ts'
import { amountRow, referenceRows, renderDeadline } from '../order-summary.ts'
import { type Row, renderRows } from '../rows.ts'
import { renderStepPage, type StepPage } from '../step-page.ts'
import type { View } from '../view.ts'

export const bankThemesPath = '/banks/skins.css'

export function bankThemesCss(): string {
  return banks.map(({ slug, colour }) => `.bank-${slug} { --bank: ${colour}; }`).join('\n')
}

export type BankPage = StepPage & {
  bank: SandboxBank
  lead: string
  /** Below the payment's own rows. */
  rows?: readonly Row[]
}

export function renderBankPage(view: View, { bank, lead, rows = [], ...page }: BankPage): Content {
  const content = html`<h1>${page.title}</h1>
    <p class="soft">${lead}</p>
    ${renderPayment(view, rows)}
    ${page.content}`
  return renderStepPage(view, { ...page, content, theme: themeOf(bank) })
}

function renderPayment(view: View, rows: readonly Row[]): Content {
  return html`<dl>
    ${renderRows([amountRow(view), [view.texts.common.to, view.payee], ...referenceRows(view), ...rows])}
    ${renderDeadline(view)}
  </dl>
  <p class="visually-hidden" role="status" id="deadline-notice"></p>`
}

function themeOf(bank: SandboxBank): Frame['theme'] {
  return {
    className: `bank-look bank-${bank.slug}`,
    stylesheet: bankThemesPath,
    brand: html`<span class="row"><img src="${logoPath(bank)}" alt="" width="36" height="36"><bdi class="title">${bank.name}</bdi></span>`,
  }
}
