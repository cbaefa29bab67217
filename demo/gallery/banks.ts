// About 3000 invented banks, as many as a country may have, and their logos.

const kinds = [
  'Sparbank',
  'Volkskasse',
  'Landesbank',
  'Banca Popolare di',
  'Banque de Crédit Agraire de',
  'Caja Rural de',
  'Bank für Handel und Gewerbe',
  'Österreichische Hypothekenbank',
  'Coöperatieve Kredietbank',
  'Bank Spółdzielczy w',
]
const places = [
  'Nordheim',
  'Valdoro',
  'Aldermoor',
  'Saint-Éloi-sur-Brume',
  'Grüntal an der Weser',
  'Porto Sereno',
  'Ostrawice',
  'Kirkholm',
  'Montalbán',
  'Lisgarve',
]
const branches = 30

/** The last bank: finding it proves that the whole list was loaded. */
export const lastBank = 'Zyla Kasa'

const names = [
  ...Array.from({ length: branches }, (_, branch) => branch + 1).flatMap((branch) =>
    places.flatMap((place) => kinds.map((kind) => nameOf(kind, place, branch))),
  ),
  lastBank,
]

function nameOf(kind: string, place: string, branch: number): string {
  const name = / (de|di|w)$/.test(kind) ? `${kind} ${place}` : `${place}er ${kind}`.replace(/oer |éer /, ' ')
  return branch === 1 ? name : `${name}, ${branch}`
}

/** One page of the banks, in the list envelope of payments-v2. Every fifth bank has no logo. */
export function bankPage(page: number, pageSize: number) {
  const begin = (page - 1) * pageSize
  const content = names.slice(begin, begin + pageSize).map((name, at) => ({
    id: `bank-${begin + at}`,
    name,
    ...(at % 5 !== 4 && { logo_url: `/gallery/logos/${(begin + at) % 12}.svg` }),
  }))
  return { content, page, page_size: pageSize, has_more: begin + pageSize < names.length }
}

/** The logo of a bank: a shape in a colour. */
export function bankLogo(number: number): string {
  const shapes = [
    '<circle cx="12" cy="12" r="6" fill="none" stroke="#fff" stroke-width="3"/>',
    '<path d="M6 16l6-10 6 10z" fill="#fff"/>',
    '<path d="M6 8h12M6 12h12M6 16h12" stroke="#fff" stroke-width="2.5"/>',
  ]
  const hue = (number * 30) % 360
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24">' +
    `<rect width="24" height="24" rx="6" fill="hsl(${hue} 55% 42%)"/>${shapes[number % shapes.length]}</svg>`
  )
}
