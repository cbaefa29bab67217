// Opens the payment page once without a press: every engine blocks that window.
if (!sessionStorage.getItem('opened-unasked')) {
  sessionStorage.setItem('opened-unasked', 'yes')
  await customElements.whenDefined('payin-checkout')
  setTimeout(() => document.querySelector('payin-checkout').open())
}
