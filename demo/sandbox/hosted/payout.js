// A comfort on the payout's account form: the IBAN is grouped while it is typed, as statements print it.

const iban = document.querySelector('#iban')
if (iban instanceof HTMLInputElement) {
  iban.addEventListener('input', () => {
    // Only while typing at the end: rewriting in the middle would throw the caret away.
    if (iban.selectionStart !== iban.value.length) return
    const plain = iban.value.replace(/[\s-]/g, '').toUpperCase()
    iban.value = plain.replace(/(.{4})(?=.)/g, '$1 ')
  })
}
