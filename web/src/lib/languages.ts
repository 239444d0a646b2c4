/** The languages that records name most, by their MARC codes (ISO 639-2/B). */
const CODES =
  'afr alb ara arm aze baq bel ben bos bul bur cat chi cze dan dut eng epo est fin fre geo ger gle glg grc gre guj hat heb hin hrv hun ice ind ita jpn kan kaz khm kor kur lao lat lav lit mac mal mao mar may mon mul nep nor oci pan per pol por roh rum rus san slo slv som spa srp swa swe syr tam tel tgl tha tib tur ukr und urd uzb vie wel wol xho yid yor zul zxx'

const names = new Intl.DisplayNames(navigator.language, { type: 'language', fallback: 'none' })

/** The bibliographic codes that the browser knows by their other (terminology) form. */
const OTHER_FORM: Record<string, string> = {
  alb: 'sqi',
  arm: 'hye',
  baq: 'eus',
  bur: 'mya',
  chi: 'zho',
  cze: 'ces',
  dut: 'nld',
  fre: 'fra',
  geo: 'kat',
  ger: 'deu',
  gre: 'ell',
  ice: 'isl',
  mac: 'mkd',
  mao: 'mri',
  may: 'msa',
  per: 'fas',
  rum: 'ron',
  slo: 'slk',
  tib: 'bod',
  wel: 'cym',
}

/** A language by its name; a code that the browser doesn't know stays itself. */
export function languageName(code: string): string {
  try {
    return names.of(OTHER_FORM[code] ?? code) ?? code
  } catch {
    return code
  }
}

/** What can be chosen as languages, with the ones already there even when they are rare. */
export function languageOptions(chosen: readonly string[]): { value: string; label: string }[] {
  return [...new Set([...CODES.split(' '), ...chosen])]
    .map((code) => ({ value: code, label: `${languageName(code)} (${code})` }))
    .sort((a, b) => a.label.localeCompare(b.label))
}
