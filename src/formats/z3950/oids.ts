/** Object identifiers of Z39.50 (loc.gov/z3950/agency/defns/oids.html) that a catalogue target may be asked with. */

const Z3950 = '1.2.840.10003'

/** Attribute sets by the names that prefix queries use. */
export const ATTRIBUTE_SETS: Readonly<Record<string, string>> = {
  'bib-1': `${Z3950}.3.1`,
  'exp-1': `${Z3950}.3.2`,
  'ext-1': `${Z3950}.3.3`,
  gils: `${Z3950}.3.5`,
  'xd-1': `${Z3950}.3.12`,
  util: `${Z3950}.3.11`,
}

export const BIB_1 = ATTRIBUTE_SETS['bib-1']!

/** Record syntaxes in which MARC 21 travels, by the names that settings of targets use. */
export const RECORD_SYNTAXES: Readonly<Record<string, string>> = {
  usmarc: `${Z3950}.5.10`,
  marc21: `${Z3950}.5.10`,
  xml: `${Z3950}.5.109.10`,
}

export const USMARC = RECORD_SYNTAXES.usmarc!
export const XML = RECORD_SYNTAXES.xml!

/** The set of diagnostics that answers name. */
export const BIB_1_DIAGNOSTICS = `${Z3950}.4.1`

/** Negotiation of character sets, third version. */
export const CHARACTER_SET_NEGOTIATION = `${Z3950}.15.3`

/** ISO 10646 in the form UTF-8. */
export const UTF_8 = '1.0.10646.1.0.8'

/** What is known by another name: the end of its identifier says enough for a sentence. */
export function syntaxName(oid: string): string {
  const named: Record<string, string> = {
    [`${Z3950}.5.1`]: 'UNIMARC',
    [`${Z3950}.5.10`]: 'MARC 21',
    [`${Z3950}.5.100`]: 'EXPLAIN',
    [`${Z3950}.5.101`]: 'SUTRS (plain text)',
    [`${Z3950}.5.102`]: 'OPAC',
    [`${Z3950}.5.105`]: 'GRS-1',
    [`${Z3950}.5.109.3`]: 'HTML',
    [`${Z3950}.5.109.10`]: 'XML',
  }
  return named[oid] ?? oid
}
