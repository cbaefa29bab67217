// Connects the controls with the preview, the code and the address.
import { queryOf, readChoice, watchControls } from './choice.js'
import { showCode, shownFramework, startTabs } from './code-panel.js'
import { startEventList } from './event-list.js'
import { keepSubject, shownPrice, startFresh } from './fresh.js'
import { showKind, startScenarios } from './scenarios.js'
import { showChoice } from './stage.js'
import { watchState } from './state-view.js'

const { tag, events } = /** @type {HTMLElement} */ (document.querySelector('[data-tag]')).dataset
const frames = /** @type {HTMLFormElement} */ (document.getElementById('frames'))
const isPayout = tag === 'payout-claim'

// On a small screen the tokens would be between the preview and the code.
if (matchMedia('(max-width: 64rem)').matches) document.getElementById('tokens').open = false

let stopWatching = () => {}

startEventList(events.split(' '))
startTabs(changed)
startScenarios()
watchControls(changed)
frames.addEventListener('change', changed)
frames.addEventListener('submit', (event) => event.preventDefault())
startFresh(changed)
  .then(() => customElements.whenDefined(tag))
  .then(changed)

/** Updates the preview, the code and the address. */
function changed() {
  const choice = readChoice()
  const view = Object.fromEntries(new FormData(frames))
  const kind = choice.attributes.find(([name]) => name === 'kind')?.[1]
  showChoice(choice, view)
  showCode({ ...choice, attributes: choice.attributes.map(withoutCapability) })
  showKind(isPayout ? 'payout' : (kind ?? 'payin'))
  stopWatching()
  stopWatching = watchState()
  keepSubject()
  writeAddress(view)
}

/** Everybody who knows a session's id can read the session: it is created for each visitor, and is in no code. */
function withoutCapability([name, value]) {
  return name === 'session' ? [name, 'cs_…'] : [name, value]
}

function writeAddress(view) {
  const frame = {
    ...(isPayout && { element: tag }),
    ...view,
    code: shownFramework(),
    price: shownPrice(),
  }
  const usual = { 'preview-page': 'light', 'preview-width': 'fluid', dir: 'ltr', code: 'html', price: 'euro' }
  const query = queryOf(
    Object.fromEntries(Object.entries(frame).filter(([name, value]) => usual[name] !== value)),
  )
  history.replaceState(null, '', query.size > 0 ? `?${query}` : location.pathname)
}
