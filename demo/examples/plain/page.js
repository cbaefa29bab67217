const checkout = document.querySelector('payin-checkout')
const messages = document.getElementById('messages')
const gift = document.getElementById('gift')
const agreed = document.getElementById('agreed')

// Properties that are set before the checkout's script has loaded are kept.
const follow = () => {
  checkout.disabled = !agreed.checked
  checkout.context = { gift: gift.checked }
}
gift.addEventListener('change', follow)
agreed.addEventListener('change', follow)
follow()

const showMessage = (text) => {
  const line = document.createElement('li')
  line.textContent = text
  messages.append(line)
}
checkout.addEventListener('payment-open', () => showMessage('The payment page is open.'))
checkout.addEventListener('payment-complete', ({ detail }) =>
  showMessage(`Order ${detail.reference} is paid.`),
)
