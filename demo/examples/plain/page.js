const checkout = document.querySelector('payin-checkout')
const news = document.getElementById('news')
const gift = document.getElementById('gift')
const agreed = document.getElementById('agreed')

// Properties that are set before the checkout's script arrives are kept.
const follow = () => {
  checkout.disabled = !agreed.checked
  checkout.context = { gift: gift.checked }
}
gift.addEventListener('change', follow)
agreed.addEventListener('change', follow)
follow()

const tell = (text) => {
  const line = document.createElement('li')
  line.textContent = text
  news.append(line)
}
checkout.addEventListener('payment-open', () => tell('The payment page is open.'))
checkout.addEventListener('payment-complete', ({ detail }) => tell(`Order ${detail.reference} is paid.`))
