// What a strict browser answers when a page asks for a window.
window.open = () => null
