// On every hosted page: the countdown, and a lock against a second press of a button.

const deadline = document.querySelector('#deadline')
if (deadline) runCountdown(deadline)

/** @param {Element} element */
function runCountdown(element) {
  // The server sends the time left, so a wrong clock on the payer's device does not matter.
  const endsAt = Date.now() + Number(element.getAttribute('data-remaining-ms'))
  const label = document.querySelector('#deadline-label')
  if (label) label.textContent = label.getAttribute('data-running')
  let announced = Number.POSITIVE_INFINITY

  const show = () => {
    const seconds = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))
    element.textContent = countdownText(seconds)
    element.classList.toggle('is-short', seconds <= 60)
    announced = announce(seconds, announced)
    // Without a connection the browser would show its own page, which leads nowhere.
    if (seconds > 0 || !navigator.onLine) return
    clearInterval(ticking)
    location.replace(element.getAttribute('data-end') ?? location.pathname)
  }
  const ticking = setInterval(show, 1000)
  show()
}

/** @param {number} seconds */
function countdownText(seconds) {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const parts = hours > 0 ? [hours, minutes, seconds % 60] : [minutes, seconds % 60]
  return parts.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}

/**
 * Updates the live region at five minutes and at one minute, not every second.
 * @param {number} seconds
 * @param {number} announced
 */
function announce(seconds, announced) {
  const mark = [60, 300].find((limit) => seconds <= limit)
  if (mark === undefined || mark >= announced) return announced
  const notice = document.querySelector('#deadline-notice')
  const sentence = mark === 60 ? 'data-one-minute' : 'data-five-minutes'
  if (notice) notice.textContent = deadline?.getAttribute(sentence) ?? ''
  return mark
}

const lockedMs = 5000

// A second press does no harm on the server. The lock only avoids a second request. It ends by itself, because a payer can
// stop the request, and no event tells the page.
document.addEventListener('submit', (event) => {
  if (document.body.hasAttribute('aria-busy')) return event.preventDefault()
  document.body.setAttribute('aria-busy', 'true')
  setTimeout(unlock, lockedMs)
})
// The page is restored from the back/forward cache.
addEventListener('pageshow', unlock)

function unlock() {
  document.body.removeAttribute('aria-busy')
}
