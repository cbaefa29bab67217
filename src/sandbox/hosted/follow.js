// Polls a page that shows progress, and replaces its content when it has changed. A full reload every two seconds would
// send a screen reader back to the top and move buttons under a finger.

const followed = document.querySelector('main[data-refresh-seconds]')
if (followed instanceof HTMLElement) lookLater(followed)

/** @param {HTMLElement} main */
function lookLater(main) {
  const seconds = Number(main.dataset.refreshSeconds)
  if (seconds > 0) setTimeout(() => look(main), seconds * 1000)
}

/** @param {HTMLElement} main */
async function look(main) {
  try {
    const response = await fetch(location.href, { cache: 'no-store' })
    const answer = new DOMParser().parseFromString(await response.text(), 'text/html')
    const next = answer.querySelector('main')
    // Another kind of page: reload it whole.
    if (next && next.className !== main.className) return location.reload()
    if (next) renew(main, next, answer.title)
  } catch {
    // Not reachable, as with an answer that is no page of ours: the next poll tries again.
  }
  lookLater(main)
}

/**
 * @param {HTMLElement} main
 * @param {HTMLElement} next
 * @param {string} title
 */
function renew(main, next, title) {
  main.dataset.refreshSeconds = next.dataset.refreshSeconds ?? '0'
  if (next.innerHTML === main.innerHTML) return
  const hadFocus = main.contains(document.activeElement)
  main.replaceChildren(...next.childNodes)
  document.title = title
  const wayOn = main.querySelector('a.pay-button')
  if (hadFocus && wayOn instanceof HTMLElement) wayOn.focus()
}
