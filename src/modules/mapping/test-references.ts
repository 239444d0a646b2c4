import type { ReferenceSet } from './index.ts'

/** Reference records whose id is their name, so that expected values read like the rules. */
const named = (...names: string[]) => names.map((name) => ({ id: name, name }))
const coded = (pairs: Record<string, string>) =>
  Object.entries(pairs).map(([code, name]) => ({ id: name, name, code }))

/** A small tenant: the lists that the tests of the default bib rules need. */
export const testReferences: ReferenceSet = {
  identifierTypes: named(
    'LCCN',
    'Canceled LCCN',
    'ISBN',
    'Invalid ISBN',
    'ISSN',
    'Invalid ISSN',
    'Linking ISSN',
    'UPC',
    'ISMN',
    'Invalid ISMN',
    'Other standard identifier',
    'Publisher or distributor number',
    'System control number',
    'OCLC',
    'Cancelled system control number',
  ),
  classificationTypes: named('LC', 'Dewey', 'UDC', 'GDC'),
  contributorNameTypes: named('Personal name', 'Corporate name', 'Meeting name'),
  contributorTypes: coded({ aut: 'Author', edt: 'Editor', pbl: 'Publisher', etr: 'Etc.' }),
  alternativeTitleTypes: named('Uniform title', 'Variant title', 'Former title'),
  instanceNoteTypes: named('General note', 'Summary', 'Action note', 'Local notes'),
  issuanceModes: named('single unit', 'serial', 'integrating resource', 'unspecified'),
  instanceTypes: coded({ zzz: 'unspecified', txt: 'text', prm: 'performed music' }),
  instanceFormats: coded({ nc: 'unmediated -- volume', cr: 'computer -- online resource' }),
  instanceDateTypes: coded({ s: 'Single known date', '|': 'No attempt to code' }),
  electronicAccessRelationships: named('Resource', 'Version of resource', 'No information provided'),
  subjectSources: coded({ lcsh: 'Library of Congress Subject Headings', fast: 'FAST' }),
  subjectTypes: named('Personal name', 'Topical term', 'Genre/Form', 'Geographic name'),
}
