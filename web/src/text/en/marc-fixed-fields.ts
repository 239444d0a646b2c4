/*
 * What the positions of the leader mean, for the boxes of the MARC editor. Facts: MARC 21, leader of the three formats.
 * The elements of 008 and their values come from the server's tables.
 */

type LeaderElement = { name: string; at: number; values: Readonly<Record<string, string>> }

const types: Readonly<Record<string, string>> = {
  a: 'Language material',
  c: 'Notated music',
  d: 'Manuscript notated music',
  e: 'Cartographic material',
  f: 'Manuscript cartographic material',
  g: 'Projected medium',
  i: 'Nonmusical sound recording',
  j: 'Musical sound recording',
  k: 'Two-dimensional nonprojectable graphic',
  m: 'Computer file',
  o: 'Kit',
  p: 'Mixed materials',
  r: 'Three-dimensional artefact or natural object',
  t: 'Manuscript language material',
}

const bibliographic: readonly LeaderElement[] = [
  {
    name: 'Record status',
    at: 5,
    values: {
      a: 'Increase in encoding level',
      c: 'Corrected or revised',
      d: 'Deleted',
      n: 'New',
      p: 'Increase in encoding level from prepublication',
    },
  },
  { name: 'Type of record', at: 6, values: types },
  {
    name: 'Bibliographic level',
    at: 7,
    values: {
      a: 'Monographic component part',
      b: 'Serial component part',
      c: 'Collection',
      d: 'Subunit',
      i: 'Integrating resource',
      m: 'Monograph or item',
      s: 'Serial',
    },
  },
  { name: 'Type of control', at: 8, values: { ' ': 'No specified type', a: 'Archival' } },
  {
    name: 'Encoding level',
    at: 17,
    values: {
      ' ': 'Full level',
      '1': 'Full level, material not examined',
      '2': 'Less than full level, material not examined',
      '3': 'Abbreviated level',
      '4': 'Core level',
      '5': 'Partial level',
      '7': 'Minimal level',
      '8': 'Prepublication level',
      u: 'Unknown',
      z: 'Not applicable',
    },
  },
  {
    name: 'Cataloguing form',
    at: 18,
    values: {
      ' ': 'Non-ISBD',
      a: 'AACR 2',
      c: 'ISBD punctuation omitted',
      i: 'ISBD punctuation included',
      n: 'Non-ISBD punctuation omitted',
      u: 'Unknown',
    },
  },
  {
    name: 'Multipart level',
    at: 19,
    values: {
      ' ': 'Not specified or not applicable',
      a: 'Set',
      b: 'Part with independent title',
      c: 'Part with dependent title',
    },
  },
]

const holdings: readonly LeaderElement[] = [
  { name: 'Record status', at: 5, values: { c: 'Corrected or revised', d: 'Deleted', n: 'New' } },
  {
    name: 'Type of record',
    at: 6,
    values: { u: 'Unknown', v: 'Multipart item', x: 'Single-part item', y: 'Serial item' },
  },
  {
    name: 'Encoding level',
    at: 17,
    values: {
      '1': 'Holdings level 1',
      '2': 'Holdings level 2',
      '3': 'Holdings level 3',
      '4': 'Holdings level 4',
      '5': 'Holdings level 4 with piece designation',
      m: 'Mixed level',
      u: 'Unknown',
      z: 'Other level',
    },
  },
  {
    name: 'Item information',
    at: 18,
    values: { ' ': 'Not said', i: 'Has item information', n: 'Has no item information' },
  },
]

const authority: readonly LeaderElement[] = [
  {
    name: 'Record status',
    at: 5,
    values: {
      a: 'Increase in encoding level',
      c: 'Corrected or revised',
      d: 'Deleted',
      n: 'New',
      o: 'Obsolete',
      s: 'Deleted, heading split into two or more',
      x: 'Deleted, heading replaced by another',
    },
  },
  { name: 'Encoding level', at: 17, values: { n: 'Complete', o: 'Incomplete' } },
  {
    name: 'Punctuation policy',
    at: 18,
    values: { ' ': 'Not said', c: 'Punctuation omitted', i: 'Punctuation included', u: 'Unknown' },
  },
]

export const fixedFieldText = {
  types,
  elements: { Type: 'Type of material', Category: 'Category of material', SMD: 'Kind of carrier' },
  leader: { BIBLIOGRAPHIC: bibliographic, HOLDINGS: holdings, AUTHORITY: authority },
}
