// Scripts of every page: the button for light and dark, and a table of contents that is closed on narrow screens.
const button = document.getElementById('theme')
const contents = document.getElementById('contents')

button.hidden = false
name()
button.addEventListener('click', () => {
  dispatchEvent(new Event('toggle-theme'))
  name()
})
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', name)

function name() {
  button.textContent = document.documentElement.dataset.theme === 'dark' ? 'Light' : 'Dark'
  button.setAttribute('aria-label', `${button.textContent} colors`)
}

const narrow = matchMedia('(max-width: 60rem)')
narrow.addEventListener('change', fold)
fold()

function fold() {
  if (contents) contents.open = !narrow.matches
  contents?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
}
