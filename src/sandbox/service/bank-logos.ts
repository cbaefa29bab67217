// A logo for each invented bank, drawn from its colour and shape. No file is loaded from another site.
import type { BankShape, SandboxBank } from './banks.ts'

const drawings: Record<BankShape, string> = {
  arch: '<path d="M12 34V22a12 12 0 0 1 24 0v12h-6V22a6 6 0 0 0-12 0v12z"/>',
  waves:
    '<path d="M10 20q7-6 14 0t14 0M10 28q7-6 14 0t14 0" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round"/>',
  peak: '<path d="M9 34 20 14l6 10 3-5 10 15z"/>',
  ring: '<path fill-rule="evenodd" d="M24 11a13 13 0 1 1 0 26 13 13 0 0 1 0-26m0 6a7 7 0 1 0 0 14 7 7 0 0 0 0-14"/>',
  leaf: '<path d="M13 35c0-14 7-21 22-22 0 15-8 22-18 20z"/>',
  bars: '<path d="M12 24h6v11h-6zM21 13h6v22h-6zM30 19h6v16h-6z"/>',
}

export function drawLogo(bank: SandboxBank): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="48" height="48"><rect width="48" height="48" rx="12" fill="${bank.colour}"/><g fill="#fff">${drawings[bank.shape]}</g></svg>`
}
