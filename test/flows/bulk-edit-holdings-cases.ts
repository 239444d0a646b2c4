import { ANNEX, MAIN, actionCase, noteMakers, ofType } from './bulk-edit-cases.ts'
import type { ActionCase, Part } from './bulk-edit-cases.ts'

const BINDING = 'e19eabab-a85c-4aef-a7b2-33bd9acef24e'
const PROVENANCE = 'db9b4787-95f0-4e78-becf-26748ce6bdeb'
const { first: bound, second: owned } = noteMakers('holdingsNoteTypeId', [BINDING, PROVENANCE])
const binding = ofType('HOLDINGS_NOTE_TYPE_ID_KEY', BINDING)

const FIELDS: ActionCase[] = [
  actionCase(
    'PERMANENT_LOCATION',
    'REPLACE_WITH',
    { updated: ANNEX },
    {},
    { permanentLocationId: ANNEX, effectiveLocationId: ANNEX },
    { 'Holdings permanent location': 'Annex' },
  ),
  actionCase(
    'TEMPORARY_LOCATION',
    'REPLACE_WITH',
    { updated: ANNEX },
    {},
    { permanentLocationId: MAIN, temporaryLocationId: ANNEX, effectiveLocationId: ANNEX },
    { 'Holdings permanent location': 'Main', 'Holdings temporary location': 'Annex' },
  ),
  actionCase(
    'TEMPORARY_LOCATION',
    'CLEAR_FIELD',
    {},
    { temporaryLocationId: ANNEX },
    { temporaryLocationId: null, effectiveLocationId: MAIN },
    { 'Holdings temporary location': '' },
  ),
  ...['SET_TO_TRUE', 'SET_TO_TRUE_INCLUDING_ITEMS'].map((type) =>
    actionCase(
      'SUPPRESS_FROM_DISCOVERY',
      type,
      {},
      {},
      { discoverySuppress: true },
      { 'Suppress from discovery': 'true' },
    ),
  ),
  ...['SET_TO_FALSE', 'SET_TO_FALSE_INCLUDING_ITEMS'].map((type) =>
    actionCase(
      'SUPPRESS_FROM_DISCOVERY',
      type,
      {},
      { discoverySuppress: true },
      { discoverySuppress: false },
      { 'Suppress from discovery': 'false' },
    ),
  ),
]

const RELATED = '5bfe1b7b-f151-4501-8cfa-23b321d5cd1e'
const VERSION = '3b430592-2e09-4b48-9a0c-0636d66b9fb3'
const HEADINGS = 'URL relationship;URI;Link text;Material specified;URL public note\n'
const NAMES = new Map([
  [RELATED, 'Related resource'],
  [VERSION, 'Version of resource'],
])
const WHOLE: Part = {
  relationshipId: RELATED,
  uri: 'http://a.org',
  linkText: 'read a',
  materialsSpecification: 'vol. a',
  publicNote: 'note a',
}

/** An action on the entry of `WHOLE`, which has `changed` afterwards; null is a part that it has no more. */
function access(option: string, type: string, values: object, changed: Part): ActionCase {
  const after = Object.fromEntries(
    Object.entries({ ...WHOLE, ...changed }).filter(([, value]) => value !== null),
  )
  const { relationshipId, uri, linkText, materialsSpecification, publicNote } = after as Record<
    string,
    string
  >
  const name = NAMES.get(relationshipId!) ?? '-'
  const parts = [name, uri!, linkText || '-', materialsSpecification || '-', publicNote || '-']
  return actionCase(
    `ELECTRONIC_ACCESS_${option}`,
    type,
    values,
    { electronicAccess: [WHOLE] },
    { electronicAccess: [after] },
    { 'Electronic access': parts.join('\u001f;') },
    { 'Electronic access': HEADINGS + parts.join(';') },
  )
}

const ACCESS: ActionCase[] = [
  access('URL_RELATIONSHIP', 'CLEAR_FIELD', {}, { relationshipId: null }),
  access('URL_RELATIONSHIP', 'FIND_AND_REMOVE_THESE', { initial: RELATED }, { relationshipId: null }),
  access(
    'URL_RELATIONSHIP',
    'FIND_AND_REPLACE',
    { initial: RELATED, updated: VERSION },
    { relationshipId: VERSION },
  ),
  access('URL_RELATIONSHIP', 'REPLACE_WITH', { updated: VERSION }, { relationshipId: VERSION }),
  access('URI', 'CLEAR_FIELD', {}, { uri: '' }),
  access('URI', 'FIND_AND_REMOVE_THESE', { initial: 'http://' }, { uri: 'a.org' }),
  access('URI', 'FIND_AND_REPLACE', { initial: 'http:', updated: 'https:' }, { uri: 'https://a.org' }),
  access('URI', 'REPLACE_WITH', { updated: 'http://b.org' }, { uri: 'http://b.org' }),
  access('LINK_TEXT', 'CLEAR_FIELD', {}, { linkText: null }),
  access('LINK_TEXT', 'FIND_AND_REMOVE_THESE', { initial: 'read ' }, { linkText: 'a' }),
  access('LINK_TEXT', 'FIND_AND_REPLACE', { initial: 'read', updated: 'open' }, { linkText: 'open a' }),
  access('LINK_TEXT', 'REPLACE_WITH', { updated: 'b' }, { linkText: 'b' }),
  access('MATERIALS_SPECIFIED', 'CLEAR_FIELD', {}, { materialsSpecification: null }),
  access(
    'MATERIALS_SPECIFIED',
    'FIND_AND_REMOVE_THESE',
    { initial: 'vol. ' },
    { materialsSpecification: 'a' },
  ),
  access(
    'MATERIALS_SPECIFIED',
    'FIND_AND_REPLACE',
    { initial: 'vol.', updated: 'no.' },
    { materialsSpecification: 'no. a' },
  ),
  access('MATERIALS_SPECIFIED', 'REPLACE_WITH', { updated: 'b' }, { materialsSpecification: 'b' }),
  access('URL_PUBLIC_NOTE', 'CLEAR_FIELD', {}, { publicNote: null }),
  access('URL_PUBLIC_NOTE', 'FIND_AND_REMOVE_THESE', { initial: 'note ' }, { publicNote: 'a' }),
  access(
    'URL_PUBLIC_NOTE',
    'FIND_AND_REPLACE',
    { initial: 'note', updated: 'hint' },
    { publicNote: 'hint a' },
  ),
  access('URL_PUBLIC_NOTE', 'REPLACE_WITH', { updated: 'b' }, { publicNote: 'b' }),
]

const NOTES: ActionCase[] = [
  actionCase(
    'ADMINISTRATIVE_NOTE',
    'ADD_TO_EXISTING',
    { updated: 'new' },
    { administrativeNotes: ['old'] },
    { administrativeNotes: ['old', 'new'] },
    { 'Administrative note': 'old|new' },
  ),
  actionCase(
    'ADMINISTRATIVE_NOTE',
    'FIND_AND_REMOVE_THESE',
    { initial: 'old' },
    { administrativeNotes: ['old', 'old shelf'] },
    { administrativeNotes: [' shelf'] },
    { 'Administrative note': ' shelf' },
  ),
  actionCase(
    'ADMINISTRATIVE_NOTE',
    'FIND_AND_REPLACE',
    { initial: 'old', updated: 'new' },
    { administrativeNotes: ['old shelf', 'x'] },
    { administrativeNotes: ['new shelf', 'x'] },
    { 'Administrative note': 'new shelf|x' },
  ),
  actionCase(
    'ADMINISTRATIVE_NOTE',
    'REMOVE_ALL',
    {},
    { administrativeNotes: ['a'] },
    { administrativeNotes: [] },
    { 'Administrative note': '' },
  ),
  actionCase(
    'ADMINISTRATIVE_NOTE',
    'CHANGE_TYPE',
    { updated: BINDING },
    { administrativeNotes: ['a'] },
    { administrativeNotes: [], notes: [bound('a')] },
    { 'Administrative note': '', 'Binding note': 'a' },
  ),
  actionCase(
    'HOLDINGS_NOTE',
    'ADD_TO_EXISTING',
    { ...ofType('HOLDINGS_NOTE_TYPE_ID_KEY', BINDING, true), updated: 'n' },
    { notes: [owned('p')] },
    { notes: [owned('p'), bound('n', true)] },
    { 'Binding note': 'n (staff only)', 'Provenance note': 'p' },
  ),
  actionCase(
    'HOLDINGS_NOTE',
    'FIND_AND_REMOVE_THESE',
    { ...binding, initial: 'a' },
    { notes: [bound('a'), bound('ab'), owned('a')] },
    { notes: [bound('b'), owned('a')] },
    { 'Binding note': 'b', 'Provenance note': 'a' },
  ),
  actionCase(
    'HOLDINGS_NOTE',
    'FIND_AND_REPLACE',
    { ...binding, initial: 'a', updated: 'c' },
    { notes: [bound('ab', true), owned('a')] },
    { notes: [bound('cb', true), owned('a')] },
    { 'Binding note': 'cb (staff only)', 'Provenance note': 'a' },
  ),
  actionCase(
    'HOLDINGS_NOTE',
    'REMOVE_ALL',
    binding,
    { notes: [bound('a'), owned('b')] },
    { notes: [owned('b')] },
    { 'Binding note': '', 'Provenance note': 'b' },
  ),
  actionCase(
    'HOLDINGS_NOTE',
    'MARK_AS_STAFF_ONLY',
    binding,
    { notes: [bound('a'), owned('b')] },
    { notes: [bound('a', true), owned('b')] },
    { 'Binding note': 'a (staff only)', 'Provenance note': 'b' },
  ),
  actionCase(
    'HOLDINGS_NOTE',
    'REMOVE_MARK_AS_STAFF_ONLY',
    binding,
    { notes: [bound('a', true), owned('b', true)] },
    { notes: [bound('a'), owned('b', true)] },
    { 'Binding note': 'a', 'Provenance note': 'b (staff only)' },
  ),
  actionCase(
    'HOLDINGS_NOTE',
    'CHANGE_TYPE',
    { ...binding, updated: PROVENANCE },
    { notes: [bound('a', true), owned('b')] },
    { notes: [owned('a', true), owned('b')] },
    { 'Binding note': '', 'Provenance note': 'a (staff only) | b' },
  ),
  actionCase(
    'HOLDINGS_NOTE',
    'CHANGE_TYPE',
    { ...binding, updated: 'ADMINISTRATIVE_NOTE' },
    { notes: [bound('a'), owned('b')] },
    { notes: [owned('b')], administrativeNotes: ['a'] },
    { 'Binding note': '', 'Administrative note': 'a' },
  ),
]

/** Every action that holdings take. */
export const HOLDINGS_CASES: ActionCase[] = [...FIELDS, ...ACCESS, ...NOTES]
