// The actions below every step: a link back, and a Cancel button, which has a form of its own.
import { html } from 'hono/html'
import type { Content } from '../forms/content.ts'
import type { Texts } from './texts/texts.ts'

export type StepActions = {
  texts: Texts
  /** The address of Cancel (POST). Default: no Cancel button. */
  cancelPath?: string | undefined
  back?: { href: string; label: string } | undefined
}

export function renderStepActions({ texts: { common }, cancelPath, back }: StepActions): Content {
  return html`<div class="row apart">
    ${back ? html`<a class="quiet" href="${back.href}">${back.label}</a>` : html`<span></span>`}
    ${cancelPath ? html`<form method="post" action="${cancelPath}"><button class="cancel-button" type="submit">${common.cancel}</button></form>` : ''}
  </div>`
}
