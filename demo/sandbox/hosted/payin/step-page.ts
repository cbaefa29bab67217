// The page of one step: order summary beside the step. The bank's pages have their own.
import { html } from 'hono/html'
import type { Content } from '../../forms/content.ts'
import { renderFrame } from '../frame.ts'
import { renderOrder } from '../order-summary.ts'
import { renderSettings } from '../settings.ts'
import { renderStepActions } from '../step-actions.ts'
import type { PayinStep } from './payin-step.ts'
import { renderSandboxStrip } from './sandbox-strip.ts'

export type StepPage = {
  step: PayinStep
  /** Below the payin's path, such as "/wallet/code"; "" is the choice of a method. */
  at: string
  title: string
  content: Content
  wrong?: boolean
  /** The address of Cancel (POST). Default: the payin's own. */
  cancelPath?: string
  /** Default: the choice of a method, if there is one. */
  back?: { href: string; label: string } | undefined
}

export function renderStep({ step, at, title, content, wrong = false, ...ways }: StepPage): Content {
  const { cancelPath = `${step.path}/cancel`, back = backToChoice(step, at) } = ways
  const { payin, path, language, texts, country, payee, now } = step
  const { amount, reference, expires_at: expiresAt } = payin
  return renderFrame({
    language,
    title,
    wrong,
    wide: true,
    settings: renderSettings({ language, country, path, step: at }),
    main: html`${renderOrder({ texts, language, amount, payee, reference, expiresAt, now, endPath: path })}
      <div class="box sheet stack">
        ${content}
        ${renderStepActions({ texts, cancelPath, back })}
        ${renderSandboxStrip(step)}
      </div>`,
  })
}

/** Undefined when the merchant chose the method: then there is no choice to go back to. */
export function backToChoice({ payin, path, texts }: PayinStep, at: string) {
  return at === '' || payin.payment ? undefined : { href: path, label: texts.payin.anotherWay }
}
