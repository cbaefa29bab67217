// 3-D Secure: the card's issuer asks the payer for a code. The visit stores the card until then.
import type { Hono } from 'hono'
import { html } from 'hono/html'
import { renderField, renderFormError } from '../../forms/field.ts'
import { readForm } from '../../forms/read-form.ts'
import type { SandboxEnv } from '../../sandbox-env.ts'
import { lockIcon } from '../icons.ts'
import { fill } from '../texts/texts.ts'
import { askIssuer } from './card.ts'
import type { PayinFlow } from './payin-flow.ts'
import type { PayinStep } from './payin-step.ts'
import { renderStep } from './step-page.ts'

const rightCode = '1234'
const triesAllowed = 3

export function mountChallenge(app: Hono<SandboxEnv>, flow: PayinFlow): void {
  app.get('/pay/:token/3ds', (c) => {
    const step = flow.enter(c)
    if (step instanceof Response) return step
    return step.visit.card ? c.html(renderChallenge(step)) : c.redirect(step.path, 303)
  })

  app.post('/pay/:token/3ds', async (c) => {
    const step = flow.enter(c)
    if (step instanceof Response) return step
    const { card } = step.visit
    if (!card) return c.redirect(step.path, 303)
    const form = await readForm(c)
    const answer = askIssuer(card.number)
    const canPass = answer.kind !== 'challenges' || answer.canPass
    const { number, expiry } = card

    if (form.text('answer') === 'approve') {
      const to = canPass
        ? flow.pay(step, { method: 'card', number, expiry })
        : flow.fail(step, 'AUTHORIZATION_FAILED')
      return c.redirect(to, 303)
    }
    const code = form.text('code').replace(/\s/g, '')
    if (code === '') return c.html(renderChallenge(step, step.texts.card.codeShape), 422)
    if (canPass && code === rightCode)
      return c.redirect(flow.pay(step, { method: 'card', number, expiry }), 303)
    card.wrongCodes += 1
    const left = triesAllowed - card.wrongCodes
    if (left <= 0) return c.redirect(flow.fail(step, 'AUTHORIZATION_FAILED'), 303)
    return c.html(renderChallenge(step, fill(step.texts.card.wrongCode, { left })), 422)
  })

  /** Cancel at the issuer is AUTHORIZATION_FAILED: "3DS/SCA failure or timeout, or payer cancelled". */
  app.post('/pay/:token/3ds/cancel', (c) => {
    const step = flow.find(c)
    if (step instanceof Response) return step
    return c.redirect(flow.fail(step, 'AUTHORIZATION_FAILED'), 303)
  })
}

function renderChallenge(step: PayinStep, error?: string) {
  const { texts, path, visit } = step
  const last4 = visit.card?.number.slice(-4) ?? ''
  return renderStep({
    step,
    at: '/3ds',
    title: texts.card.challengeTitle,
    wrong: error !== undefined,
    cancelPath: `${path}/3ds/cancel`,
    content: html`<section class="stack">
      <h2 class="row">${lockIcon} ${texts.card.challengeTitle}</h2>
      <p class="soft">${texts.card.challengeText}</p>
      <p class="badge tone-calm"><bdi>${fill(texts.card.ending, { last4 })}</bdi></p>
      <form class="stack" method="post" action="${path}/3ds" novalidate>
        ${error ? renderFormError(texts.common.correction) : ''}
        ${renderField({ name: 'code', label: texts.card.code, error, autocomplete: 'one-time-code', inputmode: 'numeric', maxlength: 8, ltr: true, focused: error !== undefined })}
        <button class="primary pay-button" type="submit">${texts.card.confirmCode}</button>
      </form>
      <form class="stack tight instead" method="post" action="${path}/3ds">
        <p class="hint">${texts.card.approveNote}</p>
        <button class="second-button" type="submit" name="answer" value="approve">${texts.card.approve}</button>
      </form>
    </section>`,
  })
}
