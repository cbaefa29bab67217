// 3-D Secure: the card's issuer asks the payer for a code. The visit stores the card until then.
import { html } from 'hono/html'
import { codeInput, isWrong, prefilled, renderForm } from '../../forms/form.ts'
import { readForm } from '../../forms/read-form.ts'
import { lockIcon } from '../icons.ts'
import { fill } from '../texts/texts.ts'
import { askIssuer } from './card.ts'
import type { PayinFlow, PayinStep } from './payin-flow.ts'
import { renderStep } from './step-page.ts'

const rightCode = '1234'
const triesAllowed = 3

export function mountChallenge(flow: PayinFlow): void {
  flow.whileOpen.get('/3ds', (c, step) =>
    step.visit.card ? c.html(renderChallenge(step)) : c.redirect(step.path, 303),
  )

  flow.whileOpen.post('/3ds', async (c, step) => {
    const { card } = step.visit
    if (!card) return c.redirect(step.path, 303)
    const form = await readForm(c)
    const answer = askIssuer(card.number)
    const canPass = answer.kind !== 'challenges' || answer.canPass
    const { number, expiry } = card
    const pay = () => flow.pay(step, { method: 'card', number, expiry })
    const fail = () => flow.fail(step, 'AUTHORIZATION_FAILED')

    if (form.text('answer') === 'approve') return c.redirect(canPass ? pay() : fail(), 303)
    const code = form.text('code').replace(/\s/g, '')
    if (code === '') return c.html(renderChallenge(step, step.texts.card.codeShape), 422)
    if (canPass && code === rightCode) return c.redirect(pay(), 303)
    card.wrongCodes += 1
    const left = triesAllowed - card.wrongCodes
    if (left <= 0) return c.redirect(fail(), 303)
    return c.html(renderChallenge(step, fill(step.texts.card.wrongCode, { left })), 422)
  })

  // Cancel at the issuer is AUTHORIZATION_FAILED: "3DS/SCA failure or timeout, or payer cancelled".
  flow.always.post('/3ds/cancel', (c, step) => c.redirect(flow.fail(step, 'AUTHORIZATION_FAILED'), 303))
}

function renderChallenge(step: PayinStep, error?: string) {
  const { path, visit } = step
  const { card, common } = step.texts
  const last4 = visit.card?.number.slice(-4) ?? ''
  const filled = error === undefined ? prefilled() : { values: {}, errors: { code: error } }
  const code = { ...codeInput, label: card.code, maxlength: 8 }
  return renderStep(step, {
    at: '/3ds',
    title: card.challengeTitle,
    wrong: isWrong(filled),
    cancelPath: `${path}/3ds/cancel`,
    content: html`<section class="stack">
      <h2 class="row">${lockIcon} ${card.challengeTitle}</h2>
      <p class="soft">${card.challengeText}</p>
      <p class="badge tone-calm"><bdi>${fill(card.ending, { last4 })}</bdi></p>
      ${renderForm({ action: `${path}/3ds`, fields: [code], filled, correction: common.correction, button: card.confirmCode })}
      <form class="stack tight instead" method="post" action="${path}/3ds">
        <p class="hint">${card.approveNote}</p>
        <button class="second-button" type="submit" name="answer" value="approve">${card.approve}</button>
      </form>
    </section>`,
  })
}
