import { dataField } from '../../../formats/marc/index.ts'
import type { MarcField, MarcRecord, Subfield } from '../../../formats/marc/index.ts'
import { ANY } from './compile-modifications.ts'
import type { FieldSelector, Modification, MoveTarget, SubfieldMove } from './compile-modifications.ts'
import { copyField, insertInOrder } from './marc-fields.ts'

/**
 * Carries out modifications on a record, in place and in order. Subfields whose text is gone and fields without
 * subfields are dropped. Field protections play no part: they guard stored records, and this is the incoming one.
 */
export function modifyRecord(record: MarcRecord, modifications: readonly Modification[]): void {
  for (const modification of modifications) modify(record, modification)
}

function modify(record: MarcRecord, modification: Modification): void {
  switch (modification.kind) {
    case 'add-field':
      insertInOrder(record.fields, copyField(modification.field))
      break
    case 'delete':
      deleteFrom(record, modification.selector, modification.code)
      break
    case 'insert-text': {
      const { before, after } = modification
      editText(record, modification.selector, modification.code, (text) => before + text + after)
      break
    }
    case 'add-subfield':
      for (const field of record.fields) {
        if (selects(modification.selector, field)) field.subfields?.push({ ...modification.subfield })
      }
      break
    case 'replace-text':
      editText(record, modification.selector, modification.code, replacerOf(modification))
      break
    case 'replace-positions': {
      const selector = { tag: modification.tag, ind1: ANY, ind2: ANY }
      editText(record, selector, ANY, (text) => replacePositions(text, modification))
      break
    }
    case 'replace-leader':
      record.leader = replacePositions(record.leader, modification)
      break
    case 'move':
      moveSubfields(record, modification.selector, modification.moves)
      break
  }
}

/** A tag `*` means data fields only: nobody wants 001 or 008 to go with the rest. */
function selects(selector: FieldSelector, field: MarcField): boolean {
  if (field.subfields === null) return selector.tag === field.tag
  return (
    (selector.tag === ANY || selector.tag === field.tag) &&
    (selector.ind1 === ANY || selector.ind1 === field.ind1) &&
    (selector.ind2 === ANY || selector.ind2 === field.ind2)
  )
}

function deleteFrom(record: MarcRecord, selector: FieldSelector, code: string): void {
  if (code === ANY) {
    keepFields(record, (field) => !selects(selector, field))
    return
  }
  keepFields(record, (field) => {
    if (!selects(selector, field) || !field.subfields?.some((subfield) => subfield.code === code)) return true
    field.subfields = field.subfields.filter((subfield) => subfield.code !== code)
    return field.subfields.length > 0
  })
}

/** Gives every chosen text to `edit`; `code` `*` is any subfield. */
function editText(
  record: MarcRecord,
  selector: FieldSelector,
  code: string,
  edit: (text: string) => string,
): void {
  keepFields(record, (field) => {
    if (!selects(selector, field)) return true
    if (field.subfields === null) {
      field.value = edit(field.value)
      return field.value !== ''
    }
    let isEmptied = false
    for (const subfield of field.subfields) {
      if (code !== ANY && subfield.code !== code) continue
      subfield.value = edit(subfield.value)
      if (subfield.value === '') isEmptied = true
    }
    if (!isEmptied) return true
    field.subfields = field.subfields.filter((subfield) => subfield.value !== '')
    return field.subfields.length > 0
  })
}

function replacerOf({ find, replacement }: { find: string; replacement: string }): (text: string) => string {
  if (find === ANY) return () => replacement
  // The text is put in by a function because `$` in a plain replacement has a meaning of its own.
  return (text) => (text.includes(find) ? text.replaceAll(find, () => replacement) : text)
}

function replacePositions(
  text: string,
  {
    positions,
    find,
    replacement,
  }: { positions: { from: number; to: number }; find: string; replacement: string },
): string {
  const found = text.slice(positions.from, positions.to + 1)
  if (find === ANY ? found === '' : found !== find) return text
  return text.slice(0, positions.from) + replacement + text.slice(positions.to + 1)
}

function moveSubfields(record: MarcRecord, selector: FieldSelector, moves: readonly SubfieldMove[]): void {
  const sources = record.fields.filter((field) => field.subfields !== null && selects(selector, field))
  for (const { kind, code, target } of moves) {
    const existing =
      kind === 'existing-fields' ? record.fields.filter((field) => isMoveTarget(target, field)) : null
    if (existing?.length === 0) continue
    for (const source of sources) {
      const moved = source.subfields!.filter((subfield) => code === ANY || subfield.code === code)
      if (moved.length === 0) continue
      if (existing === null) insertInOrder(record.fields, newField(source, moved, target))
      else {
        for (const field of existing) {
          for (const subfield of moved) field.subfields!.push(retarget(subfield, target))
        }
      }
      source.subfields = source.subfields!.filter((subfield) => !moved.includes(subfield))
    }
  }
  keepFields(record, (field) => field.subfields?.length !== 0 || !sources.includes(field))
}

function isMoveTarget(target: MoveTarget, field: MarcField): boolean {
  return field.subfields !== null && selects(target, field)
}

function newField(source: MarcField, moved: readonly Subfield[], target: MoveTarget): MarcField {
  const ind1 = target.ind1 === ANY ? source.ind1 : target.ind1
  const ind2 = target.ind2 === ANY ? source.ind2 : target.ind2
  const subfields = moved.map((subfield) => retarget(subfield, target))
  return dataField(target.tag, ind1, ind2, subfields)
}

function retarget({ code, value }: Subfield, target: MoveTarget): Subfield {
  return { code: target.code === ANY ? code : target.code, value }
}

function keepFields(record: MarcRecord, isKept: (field: MarcField) => boolean): void {
  const { fields } = record
  let kept = 0
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at]!
    if (isKept(field)) fields[kept++] = field
  }
  fields.length = kept
}
