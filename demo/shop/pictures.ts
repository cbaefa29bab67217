// The picture of an order, chosen by its title; unknown goods get a parcel.

interface Picture {
  readonly file: string
  /** The alternative text. */
  readonly alt: string
}

const parcel: Picture = { file: 'parcel.svg', alt: 'A wrapped parcel' }

const pictures: readonly (readonly [RegExp, Picture])[] = [
  [/\bweekender\b/i, { file: 'bag.svg', alt: 'An olive canvas bag with leather straps and a paper tag' }],
  [/\bheadphones\b/i, { file: 'headphones.svg', alt: 'Coral over-ear headphones with dark cushions' }],
  [/\bcoffee\b/i, { file: 'coffee.svg', alt: 'A white and a red bag of coffee, a few beans beside them' }],
  [/\bteapot\b/i, { file: 'teapot.svg', alt: 'A dark cast-iron teapot and a small cup' }],
  [/\bwallet\b/i, { file: 'wallet.svg', alt: 'A hardware wallet with a padlock on its small screen' }],
  [/\bticket\b/i, { file: 'ticket.svg', alt: 'A conference badge on a blue lanyard' }],
  [/\bmug\b/i, { file: 'mug.svg', alt: 'A white enamel mug with a blue rim, steaming' }],
]

/** The picture for a title. There is always one. */
export function pictureOf({ title }: { readonly title: string }): Picture {
  return pictures.find(([goods]) => goods.test(title))?.[1] ?? parcel
}
