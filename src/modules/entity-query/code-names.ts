const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** MARC's codes that ISO 639-2 calls bibliographic, with the codes under which Unicode has their names. */
const BIBLIOGRAPHIC: Readonly<Record<string, string>> = {
  alb: 'sq',
  arm: 'hy',
  baq: 'eu',
  bur: 'my',
  chi: 'zh',
  cze: 'cs',
  dut: 'nl',
  fre: 'fr',
  geo: 'ka',
  ger: 'de',
  gre: 'el',
  ice: 'is',
  mac: 'mk',
  mao: 'mi',
  may: 'ms',
  per: 'fa',
  rum: 'ro',
  slo: 'sk',
  tib: 'bo',
  wel: 'cy',
}

/** The English name of a language by its code of three letters; the code itself where it is none. */
export function languageName(code: string): string {
  if (!/^[a-z]{2,3}$/.test(code)) return code
  return languages.of(BIBLIOGRAPHIC[code] ?? code) ?? code
}

/** Codes of two letters that stand for more than a country, or for none. */
const NO_COUNTRIES: ReadonlySet<string> = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '))

function allCountryCodes(): string[] {
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !NO_COUNTRIES.has(code) && regions.of(code) !== undefined && isCurrent(code))
}

/** False for codes that stand for another one now. */
function isCurrent(code: string): boolean {
  return new Intl.Locale(`und-${code}`).region === code
}

/** The codes of ISO 3166 that addresses have. */
export const COUNTRY_CODES: readonly string[] = allCountryCodes()

/** The English name of a country. */
export function countryName(code: string): string {
  return regions.of(code) ?? code
}
