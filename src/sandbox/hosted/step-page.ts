// The page of one step: the order summary beside a sheet. The sheet has the step, the ways out of it, and the sandbox's
// test controls. At the bank there is only the sheet, in the bank's theme.
import { html } from 'hono/html'
import type { Content } from '../forms/content.ts'
import { renderSubmit } from '../forms/form.ts'
import { type Frame, renderFrame } from './frame.ts'
import { renderOrder } from './order-summary.ts'
import { renderSettings } from './settings.ts'
import type { View } from './view.ts'

export type StepPage = {
  /** Below the flow's path, such as "/bank/login"; "" is the first page. */
  at: string
  title: string
  content: Content
  /** A field has an error. */
  wrong?: boolean
  /** The sandbox's test controls. */
  strip: Content
  /** Default: no link. */
  back?: Link | undefined
  /** The address of Cancel (POST). Default: the flow's own. */
  cancelPath?: string
  /** In place of the link back and Cancel. */
  waysOut?: Content
  /** In place of the payer's summary. */
  order?: Content
  /** A bank's theme. Its pages have no summary of the service, and no choice of a country. */
  theme?: Frame['theme']
}

export type Link = { href: string; label: string }

export function renderStepPage(view: View, page: StepPage): Content {
  const { language, country, path } = view
  const { at, title, content, wrong = false, strip, waysOut = renderWaysOut(view, page), theme } = page
  const sheet = html`<div class="box sheet stack">
    ${content}
    ${waysOut}
    ${strip}
  </div>`
  const frame = { language, title, wrong }
  const settings = { language, path, step: at }
  if (theme) return renderFrame({ ...frame, theme, settings: renderSettings(settings), main: sheet })
  return renderFrame({
    ...frame,
    wide: true,
    settings: renderSettings({ ...settings, country }),
    main: html`${page.order ?? renderOrder(view)}
      ${sheet}`,
  })
}

/** A link back, and a Cancel button, which has a form of its own. */
function renderWaysOut({ texts, path }: View, { back, cancelPath = `${path}/cancel` }: StepPage): Content {
  return html`<div class="row apart">
    ${back ? html`<a class="quiet" href="${back.href}">${back.label}</a>` : html`<span></span>`}
    <form method="post" action="${cancelPath}">${renderSubmit(texts.common.cancel, 'cancel-button')}</form>
  </div>`
}
