// Does something that a strict policy forbids in every engine.
document.body.setAttribute('style', 'color: red')
