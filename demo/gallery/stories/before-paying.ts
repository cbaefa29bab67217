import { type Chapter, checkout, known, priced } from '../story.ts'

export const beforePaying: Chapter = {
  name: 'before-paying',
  title: 'Before paying',
  stories: [
    checkout('idle', 'Plain', 'Pay now'),
    priced('idle-amount', 'With an amount', 'Pay €49.90'),
    checkout('idle-crypto', 'With a very exact amount', '0.00012345', {
      attributes: { amount: '0.00012345', currency: 'BTC', payee: 'Lantern Row' },
    }),
    priced('idle-label', 'With a label', 'Donate', { attributes: { label: 'Donate €49.90' } }),
    priced('idle-long', 'With long words', 'kostenpflichtig', {
      attributes: {
        label: 'Donaudampfschifffahrtsgesellschaftskapitänskajüte jetzt kostenpflichtig bestellen',
        payee: 'Donaudampfschifffahrtsgesellschaftsfahrkartenverkauf.example',
      },
    }),
    priced('idle-content', 'With words of the page', '', { content: 'Buy the lantern' }),
    priced('idle-disabled', 'Disabled', 'Pay €49.90', { attributes: { disabled: '' } }),
    priced('idle-redirect', 'Going on in this window', 'Continues on a secure page', {
      attributes: { mode: 'redirect' },
    }),
    known('idle-differs', 'Another amount than the page says', 'The amount to pay is €49.90', {
      attributes: { amount: '39.90', currency: 'EUR' },
      shows: '.hint + .pay',
    }),
  ],
}
