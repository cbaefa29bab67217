import { type Chapter, checkout, known, priced } from '../story.ts'

const idle = { phase: 'idle', shows: '.pay' } as const

export const beforePaying: Chapter = {
  name: 'before-paying',
  title: 'Before paying',
  stories: [
    checkout({ ...idle, name: 'idle', title: 'Plain', says: 'Pay now' }),
    priced({ ...idle, name: 'idle-amount', title: 'With an amount', says: 'Pay €49.90' }),
    checkout({
      ...idle,
      name: 'idle-crypto',
      title: 'With a very exact amount',
      attributes: { amount: '0.00012345', currency: 'BTC', payee: 'Lantern Row' },
      says: '0.00012345',
    }),
    priced({
      ...idle,
      name: 'idle-label',
      title: 'With a label',
      attributes: { label: 'Donate €49.90' },
      says: 'Donate',
    }),
    priced({
      ...idle,
      name: 'idle-long',
      title: 'With long words',
      attributes: {
        label: 'Donaudampfschifffahrtsgesellschaftskapitänskajüte jetzt kostenpflichtig bestellen',
        payee: 'Donaudampfschifffahrtsgesellschaftsfahrkartenverkauf.example',
      },
      says: 'kostenpflichtig',
    }),
    priced({
      ...idle,
      name: 'idle-content',
      title: 'With words of the page',
      content: 'Buy the lantern',
      says: '',
    }),
    priced({
      ...idle,
      name: 'idle-disabled',
      title: 'Disabled',
      attributes: { disabled: '' },
      says: 'Pay €49.90',
    }),
    priced({
      ...idle,
      name: 'idle-redirect',
      title: 'Going on in this window',
      attributes: { mode: 'redirect' },
      says: 'Continues on a secure page',
    }),
    known({
      ...idle,
      name: 'idle-differs',
      title: 'Another amount than the page says',
      attributes: { amount: '39.90', currency: 'EUR' },
      shows: '.hint + .pay',
      says: 'The amount to pay is €49.90',
    }),
  ],
}
