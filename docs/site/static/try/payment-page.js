// The payment page: each button sets the session's status and leads to the return page.
import { canKeep, decide, findSession } from './service.js'

const id = new URL(location.href).searchParams.get('session') ?? ''
const session = canKeep() ? findSession(id) : undefined
const shown = session ? (session.status === 'CREATED' ? 'open' : 'over') : 'unknown'
document.getElementById(shown).hidden = false

for (const button of document.querySelectorAll('button')) {
  button.addEventListener('click', () => {
    decide(id, button.dataset.status, button.dataset.details ?? null)
    location.replace(new URL(`return.html?session=${encodeURIComponent(id)}`, location.href))
  })
}
