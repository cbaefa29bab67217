// The ways out of a step: a link back, and Cancel, which is a form of its own and works from every step.
import { html } from 'hono/html'
import type { Content } from './document.ts'
import type { Texts } from './texts/texts.ts'

export type StepActions = {
  texts: Texts
  /** A POST to it cancels; without it there is nothing to cancel. */
  cancelPath?: string | undefined
  back?: { href: string; label: string } | undefined
}

export function renderStepActions({ texts: { common }, cancelPath, back }: StepActions): Content {
  return html`<div class="ways-out">
    ${back ? html`<a class="quiet" href="${back.href}">${back.label}</a>` : html`<span></span>`}
    ${cancelPath ? html`<form method="post" action="${cancelPath}"><button class="cancel-button" type="submit">${common.cancel}</button></form>` : ''}
  </div>`
}
