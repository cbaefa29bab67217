// Filters the list of banks while the visitor types. Without this script the search button gets the same list from the
// server.

const search = document.querySelector('#bank-search')
if (search instanceof HTMLInputElement) search.addEventListener('input', () => narrow(search.value))

/** @param {string} query */
function narrow(query) {
  const wanted = plainText(query)
  let found = 0
  for (const bank of document.querySelectorAll('#banks li')) {
    const fits = (bank.getAttribute('data-search') ?? '').includes(wanted)
    bank.toggleAttribute('hidden', !fits)
    if (fits) found += 1
  }
  for (const group of document.querySelectorAll('.bank-group')) {
    group.toggleAttribute('hidden', group.querySelector('li:not([hidden])') === null)
  }
  announce(found, query)
}

/**
 * @param {number} found
 * @param {string} query
 */
function announce(found, query) {
  const status = document.querySelector('#banks-found')
  const none = document.querySelector('#no-banks')
  if (!status || !none) return
  status.textContent = (status.getAttribute('data-found') ?? '').replace('{count}', String(found))
  none.toggleAttribute('hidden', found > 0)
  const sentence = none.querySelector('span')
  if (sentence)
    sentence.textContent = (status.getAttribute('data-none') ?? '').replace('{query}', () => query)
}

/**
 * The same as `plainText` of the server: lower case, no accents.
 * @param {string} text
 */
function plainText(text) {
  const plain = text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
  return plain
    .replace(/\u0142/g, 'l')
    .replace(/\u0131/g, 'i')
    .trim()
}
