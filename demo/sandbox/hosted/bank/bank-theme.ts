// A bank's theme: its colour and logo instead of Tidewell's. The colours are in a stylesheet, because the pages' policy
// allows no inline styles.
import { html } from 'hono/html'
import { banks, logoPath, type SandboxBank } from '../../service/banks.ts'
import type { Frame } from '../frame.ts'

export const bankThemesPath = '/banks/skins.css'

export function bankTheme(bank: SandboxBank): NonNullable<Frame['theme']> {
  return {
    className: `bank-look bank-${bank.slug}`,
    stylesheet: bankThemesPath,
    brand: html`<span class="row"><img src="${logoPath(bank)}" alt="" width="36" height="36"><bdi class="title">${bank.name}</bdi></span>`,
  }
}

export function bankThemesCss(): string {
  return banks.map(({ slug, colour }) => `.bank-${slug} { --bank: ${colour}; }`).join('\n')
}
