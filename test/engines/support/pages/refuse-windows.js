// A strict browser returns this from `window.open`.
window.open = () => null
