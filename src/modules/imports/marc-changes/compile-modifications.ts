import { controlField, dataField, isControlTag } from '../../../formats/marc/index.ts'
import type { MarcField, Subfield } from '../../../formats/marc/index.ts'
import type { MarcFieldEdit, MarcMappingDetail, MarcSubfieldEdit } from '../../import-profiles/index.ts'

export const ANY = '*'

/** Which fields a modification works on: `*` is any value, a tag `*` any data field, a blank indicator a space. */
export type FieldSelector = { tag: string; ind1: string; ind2: string }

/** Character positions of a leader or control field, from 0, both ends included. */
export type Positions = { from: number; to: number }

/** Where moved subfields go; `*` as indicator or code keeps that of the source. */
export type MoveTarget = FieldSelector & { code: string }

export type SubfieldMove = { kind: 'new-field' | 'existing-fields'; code: string; target: MoveTarget }

/** One change of a record; plain values, so that they can be handed to a worker thread. */
export type Modification =
  | { kind: 'add-field'; field: MarcField }
  | { kind: 'delete'; selector: FieldSelector; code: string }
  | { kind: 'insert-text'; selector: FieldSelector; code: string; before: string; after: string }
  | { kind: 'add-subfield'; selector: FieldSelector; subfield: Subfield }
  | { kind: 'replace-text'; selector: FieldSelector; code: string; find: string; replacement: string }
  | { kind: 'replace-positions'; tag: string; positions: Positions; find: string; replacement: string }
  | { kind: 'replace-leader'; positions: Positions; find: string; replacement: string }
  | { kind: 'move'; selector: FieldSelector; moves: SubfieldMove[] }

/** The tags of the fields that a modification reads or writes; `ANY` where it may be any field. */
export function tagsOfModification(modification: Modification): string[] {
  switch (modification.kind) {
    case 'add-field':
      return [modification.field.tag]
    case 'replace-positions':
      return [modification.tag]
    case 'replace-leader':
      return []
    case 'move':
      return [modification.selector.tag, ...modification.moves.map(({ target }) => target.tag)]
    default:
      return [modification.selector.tag]
  }
}

/** A detail of a profile, or a part of one, that does nothing because it makes no sense. */
export type ModificationProblem = { order: number; action: string; field: string; text: string }

export type CompiledModifications = { modifications: Modification[]; problems: ModificationProblem[] }

type Draft = { modifications: Modification[]; refuse: (text: string) => void }

/**
 * Reads `mappingDetails.marcMappingDetails` of a mapping profile with the option MODIFY, in the order of `order`. What
 * cannot be carried out is left out and named in `problems`. Missing or empty indicators mean blanks.
 * Source: folio-org/data-import-processing-core: mapping/mapper/writer/marc/MarcRecordModifier.java. Where FOLIO looks
 * at the first subfield of a detail only, every subfield counts here.
 */
export function compileModifications(details: readonly MarcMappingDetail[]): CompiledModifications {
  const modifications: Modification[] = []
  const problems: ModificationProblem[] = []
  for (const detail of inOrder(details)) {
    const refuse = (text: string): void => {
      problems.push({
        order: detail.order ?? 0,
        action: detail.action,
        field: detail.field?.field ?? '',
        text,
      })
    }
    compileDetail(detail, { modifications, refuse })
  }
  return { modifications, problems }
}

/** The details by their `order`; those without one stay where they are. */
export function inOrder(details: readonly MarcMappingDetail[]): MarcMappingDetail[] {
  return details
    .map((detail, at) => ({ detail, order: detail.order ?? at }))
    .sort((a, b) => a.order - b.order)
    .map(({ detail }) => detail)
}

/** An indicator as profiles write it; missing or empty is a blank. */
export function indicatorOf(text: string | null | undefined): string {
  return text ? text.charAt(0) : ' '
}

/** The one-character code of a subfield, or null where the profile names none. */
export function codeOf(edit: MarcSubfieldEdit): string | null {
  return edit.subfield?.trim().charAt(0) || null
}

/** Whether the text is a tag of three letters or digits. */
export function isTag(text: string): boolean {
  return /^[0-9A-Za-z]{3}$/.test(text) && text !== 'LDR'
}

function compileDetail({ action, field }: MarcMappingDetail, draft: Draft): void {
  const path = field?.field?.trim() ?? ''
  if (!field || path === '') draft.refuse('It names no field.')
  else if (action === 'ADD') compileAdd(path, field, draft)
  else if (action === 'DELETE') compileDelete(path, field, draft)
  else if (action === 'EDIT') compileEdit(path, field, draft)
  else if (action === 'MOVE') compileMove(path, field, draft)
  else draft.refuse(`"${action as string}" is no action; there are ADD, DELETE, EDIT and MOVE.`)
}

function compileAdd(tag: string, field: MarcFieldEdit, { modifications, refuse }: Draft): void {
  if (!isTag(tag)) {
    refuse(`A field cannot be added under "${tag}"; a tag has three letters or digits.`)
    return
  }
  const edits = field.subfields ?? []
  if (isControlTag(tag)) {
    const text = edits[0]?.data?.text
    if (text) modifications.push({ kind: 'add-field', field: controlField(tag, text) })
    else refuse(`There is no text for the new field ${tag}.`)
    return
  }
  const ind1 = indicatorOf(field.indicator1)
  const ind2 = indicatorOf(field.indicator2)
  if (ind1 === ANY || ind2 === ANY) {
    refuse('A new field needs indicators; "*" is none.')
    return
  }
  const subfields: Subfield[] = []
  for (const edit of edits) {
    const code = codeOf(edit)
    if (code === null || code === ANY) refuse('A new subfield needs a code.')
    else if (!edit.data?.text) refuse(`There is no text for the new subfield ${code}.`)
    else subfields.push({ code, value: edit.data.text })
  }
  if (subfields.length > 0) {
    modifications.push({ kind: 'add-field', field: dataField(tag, ind1, ind2, subfields) })
  } else if (edits.length === 0) refuse('A new field needs a subfield.')
}

function compileDelete(tag: string, field: MarcFieldEdit, { modifications, refuse }: Draft): void {
  const selector = readSelector(tag, field)
  if (selector === null) {
    refuse(`"${tag}" is no field that can be deleted.`)
  } else if (isControlTag(tag)) {
    modifications.push({ kind: 'delete', selector, code: ANY })
  } else {
    const codes = (field.subfields ?? []).map(codeOf).filter((code) => code !== null)
    if (codes.length === 0) refuse('It names no subfield to delete; "*" stands for the whole field.')
    for (const code of codes) modifications.push({ kind: 'delete', selector, code })
  }
}

function compileEdit(path: string, field: MarcFieldEdit, draft: Draft): void {
  const edits = field.subfields ?? []
  if (edits.length === 0) draft.refuse('It names no subfield to edit.')
  for (const edit of edits) {
    if (edit.subaction === 'INSERT') compileInsert(path, field, edit, draft)
    else if (edit.subaction === 'REPLACE') {
      compileReplace(path, field, edit, edit.data?.find, edit.data?.replaceWith ?? '', draft)
    } else if (edit.subaction === 'REMOVE') compileReplace(path, field, edit, edit.data?.text, '', draft)
    else draft.refuse('An edit is one of INSERT, REPLACE and REMOVE.')
  }
}

function compileInsert(
  path: string,
  field: MarcFieldEdit,
  edit: MarcSubfieldEdit,
  { modifications, refuse }: Draft,
): void {
  const selector = readSelector(path, field)
  const isControl = isControlTag(path)
  const code = isControl ? ANY : codeOf(edit)
  const text = edit.data?.text
  if (selector === null) refuse(`Text cannot be inserted into "${path}".`)
  else if (code === null) refuse('It names no subfield.')
  else if (!text) refuse('There is no text to insert.')
  else if (edit.position === 'BEFORE_STRING') {
    modifications.push({ kind: 'insert-text', selector, code, before: text, after: '' })
  } else if (edit.position === 'AFTER_STRING') {
    modifications.push({ kind: 'insert-text', selector, code, before: '', after: text })
  } else if (edit.position !== 'NEW_SUBFIELD') {
    refuse('It does not say where the text goes: BEFORE_STRING, AFTER_STRING or NEW_SUBFIELD.')
  } else if (isControl || code === ANY) {
    refuse(isControl ? 'A control field has no subfields.' : 'A new subfield needs a code.')
  } else modifications.push({ kind: 'add-subfield', selector, subfield: { code, value: text } })
}

/** Replacement of text and, with nothing to put in its place, removal. */
function compileReplace(
  path: string,
  field: MarcFieldEdit,
  edit: MarcSubfieldEdit,
  find: string | undefined,
  replacement: string,
  draft: Draft,
): void {
  const { modifications, refuse } = draft
  const positioned = /^(LDR|00[0-9A-Za-z])\/(\d{1,4})(?:-(\d{1,4}))?$/.exec(path)
  if (!find) {
    refuse('There is no text to look for.')
  } else if (positioned) {
    const [, tag = '', from = '', to = from] = positioned
    const positions = { from: Number(from), to: Number(to) }
    if (positions.to < positions.from) refuse(`The positions ${from}-${to} run backwards.`)
    else if (tag === 'LDR') compileLeader(positions, find, replacement, draft)
    else modifications.push({ kind: 'replace-positions', tag, positions, find, replacement })
  } else {
    const selector = readSelector(path, field)
    const code = isControlTag(path) ? ANY : codeOf(edit)
    if (selector === null) refuse(`"${path}" is no field whose text can be replaced.`)
    else if (code === null) refuse('It names no subfield.')
    else modifications.push({ kind: 'replace-text', selector, code, find, replacement })
  }
}

/** Lengths and addresses (0-4, 12-16) are reckoned when the record is written, and the leader keeps its 24 characters. */
function compileLeader(
  positions: Positions,
  find: string,
  replacement: string,
  { modifications, refuse }: Draft,
): void {
  const { from, to } = positions
  const place = from === to ? `LDR/${from}` : `LDR/${from}-${to}`
  if (from <= 4 || (from <= 16 && to >= 12)) {
    refuse(`${place} cannot be changed: the positions 0-4 and 12-16 of the leader are reckoned.`)
  } else if (to > 23) refuse(`${place} is beyond the leader, which ends at position 23.`)
  else if (replacement.length !== to - from + 1) {
    refuse(`The text for ${place} must have the length ${to - from + 1}.`)
  } else modifications.push({ kind: 'replace-leader', positions, find, replacement })
}

function compileMove(path: string, field: MarcFieldEdit, { modifications, refuse }: Draft): void {
  const selector = isControlTag(path) ? null : readSelector(path, field)
  if (selector === null) {
    refuse(`"${path}" is no field whose subfields can be moved.`)
    return
  }
  const moves: SubfieldMove[] = []
  for (const edit of field.subfields ?? []) {
    const isNew = edit.subaction === 'CREATE_NEW_FIELD'
    const to = edit.data?.marcField
    const code = codeOf(edit)
    const tag = to?.field?.trim() ?? ''
    if (!isNew && edit.subaction !== 'ADD_TO_EXISTING_FIELD') {
      refuse('A move is one of CREATE_NEW_FIELD and ADD_TO_EXISTING_FIELD.')
    } else if (code === null) refuse('It names no subfield to move.')
    else if (!to || !isTag(tag) || isControlTag(tag)) {
      refuse(`Subfields cannot be moved to the field "${tag}".`)
    } else {
      moves.push(isNew ? moveToNewField(code, tag, to) : moveToExistingFields(code, tag, to))
    }
  }
  if (moves.length > 0) modifications.push({ kind: 'move', selector, moves })
  else if (!field.subfields?.length) refuse('It names no subfield to move.')
}

/** A whole field that moves keeps its codes; indicators that are not given are those of the source. */
function moveToNewField(code: string, tag: string, to: MarcFieldEdit): SubfieldMove {
  const ind1 = to.indicator1?.charAt(0) || ANY
  const ind2 = to.indicator2?.charAt(0) || ANY
  return { kind: 'new-field', code, target: { tag, ind1, ind2, code: code === ANY ? ANY : codeOfTarget(to) } }
}

function moveToExistingFields(code: string, tag: string, to: MarcFieldEdit): SubfieldMove {
  const ind1 = indicatorOf(to.indicator1)
  const ind2 = indicatorOf(to.indicator2)
  return { kind: 'existing-fields', code, target: { tag, ind1, ind2, code: codeOfTarget(to) } }
}

function codeOfTarget(to: MarcFieldEdit): string {
  const [first] = to.subfields ?? []
  return (first && codeOf(first)) ?? ANY
}

function readSelector(tag: string, field: MarcFieldEdit): FieldSelector | null {
  if (tag !== ANY && !isTag(tag)) return null
  return { tag, ind1: indicatorOf(field.indicator1), ind2: indicatorOf(field.indicator2) }
}
