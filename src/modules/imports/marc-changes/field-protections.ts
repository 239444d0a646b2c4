import { isControlTag } from '../../../formats/marc/index.ts'
import type { MarcField } from '../../../formats/marc/index.ts'
import type { MarcFieldProtectionSetting } from '../../import-profiles/index.ts'
import { isFolioField } from './marc-fields.ts'

/*
 * Which fields of a stored record an update must leave alone.
 * Sources: folio-org/data-import-processing-core: mapping/mapper/writer/marc/MarcRecordModifier.java; FOLIO wiki "MARC
 * Field Protections" (scope, letter case).
 */

const ANY = '*'

type DataRule = { ind1: string; ind2: string; code: string; text: string }

/** Protection settings made ready for matching; plain values, so they can be handed to a worker thread. */
export type FieldProtections = {
  /** Lower-case texts of protected control fields by tag; `*` stands for any tag, and for any text. */
  control: Map<string, string[]>
  data: Map<string, DataRule[]>
}

/**
 * The settings that hold for one mapping profile: those of the tenant, less those that the profile overrides. A
 * profile overrides by a copy of the setting with the same id, `source: USER` and `override: true`; settings of the
 * system cannot be overridden.
 */
export function effectiveProtections(
  settings: readonly MarcFieldProtectionSetting[],
  ofProfile: readonly MarcFieldProtectionSetting[] = [],
): MarcFieldProtectionSetting[] {
  const overridden = new Set<string>()
  for (const { id, source, override } of ofProfile) {
    if (id !== undefined && source === 'USER' && override === true) overridden.add(id)
  }
  return settings.filter(({ id, source }) => source === 'SYSTEM' || id === undefined || !overridden.has(id))
}

/**
 * Prepares settings for `isProtected`. 001 and 999 ff are protected whatever the settings say, so an empty list gives
 * what updates of MARC holdings use. Missing indicators mean blanks; a missing subfield or text means any.
 */
export function compileProtections(settings: readonly MarcFieldProtectionSetting[]): FieldProtections {
  const protections: FieldProtections = { control: new Map(), data: new Map() }
  for (const setting of settings) {
    const tag = setting.field.trim()
    const code = setting.subfield?.trim() || ANY
    const text = setting.data ? setting.data.toLowerCase() : ANY
    // A setting for any tag is one for control fields when it names no indicators and no subfield.
    const namesParts = [setting.indicator1, setting.indicator2, setting.subfield].some((part) => part?.trim())
    if (isControlTag(tag) || (tag === ANY && !namesParts)) {
      append(protections.control, tag, text)
    } else {
      const ind1 = setting.indicator1 || ' '
      append(protections.data, tag, { ind1, ind2: setting.indicator2 || ' ', code, text })
    }
  }
  return protections
}

/**
 * Whether an update must leave the stored field as it is. One subfield that fits protects the whole field; texts are
 * compared whole and without regard to letter case.
 */
export function isProtected(protections: FieldProtections, field: MarcField): boolean {
  const { tag, subfields } = field
  if (subfields === null) {
    if (tag === '001') return true
    const { control } = protections
    return control.size > 0 && (fits(control.get(tag), field.value) || fits(control.get(ANY), field.value))
  }
  if (isFolioField(field)) return true
  const { data } = protections
  return data.size > 0 && (fitsData(data.get(tag), field) || fitsData(data.get(ANY), field))
}

function fits(texts: readonly string[] | undefined, value: string): boolean {
  if (texts === undefined) return false
  return texts.some((text) => text === ANY || text === value.toLowerCase())
}

function fitsData(rules: readonly DataRule[] | undefined, field: MarcField): boolean {
  if (rules === undefined) return false
  for (const { ind1, ind2, code, text } of rules) {
    if (ind1 !== ANY && ind1 !== field.ind1) continue
    if (ind2 !== ANY && ind2 !== field.ind2) continue
    for (const subfield of field.subfields!) {
      if (code !== ANY && code !== subfield.code) continue
      if (text === ANY || text === subfield.value.toLowerCase()) return true
    }
  }
  return false
}

function append<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
