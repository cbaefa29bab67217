// Runs in every page of the shop before its own scripts. It records the checkout's events over reloads and
// redirects, and reports the page's errors.
/* global EVENTS */
for (const name of EVENTS) {
  document.addEventListener(name, ({ type, detail }) => {
    const events = JSON.parse(sessionStorage.getItem('events') ?? '[]')
    events.push({ name: type, mode: detail.mode })
    sessionStorage.setItem('events', JSON.stringify(events))
  })
}

const report = (text) => navigator.sendBeacon('/front/noise', text)
for (const level of ['error', 'warn']) {
  const log = console[level]
  console[level] = (...words) => {
    report(`console.${level}: ${words.join(' ')}`)
    log.apply(console, words)
  }
}
addEventListener('error', ({ message }) => report(`error: ${message}`))
addEventListener('unhandledrejection', ({ reason }) => report(`rejected: ${reason}`))
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
  report(`policy violation: ${violatedDirective} ${blockedURI} ${sample}`)
})
