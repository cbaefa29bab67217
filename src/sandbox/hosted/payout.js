// Groups the digits of an IBAN while it is typed, as on bank statements.

const iban = document.querySelector('#iban')
if (iban instanceof HTMLInputElement) {
  iban.addEventListener('input', () => {
    // Only while the caret is at the end: a rewrite would move a caret in the middle.
    if (iban.selectionStart !== iban.value.length) return
    const plain = iban.value.replace(/[\s-]/g, '').toUpperCase()
    iban.value = plain.replace(/(.{4})(?=.)/g, '$1 ')
  })
}
