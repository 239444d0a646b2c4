import type { MarcRecord } from '../../formats/marc/record.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { compileWith } from '../authorities/index.ts'
import { mapAuthority, mapHoldings, mapInstance } from '../mapping/index.ts'
import type {
  CompiledMapping,
  MappingRules,
  RuleProblem,
  RuleSetName,
  WriteListener,
} from '../mapping/index.ts'

/** The rule that wrote a value, and the field of the MARC record that it read. */
export type Writer = {
  /** The rule's place in the document: `590[0].entity[1]`. */
  rule: string
  tag: string
  /** Position of the field in `fields` of the MARC record; null for the leader. */
  field: number | null
}

/** What rules make of a record. `writers` are by the place of the value: `notes[2].note`. */
export type Trial = {
  document: Record<string, unknown>
  writers: Record<string, Writer>
  problems: RuleProblem[]
}

const MAPPERS: Readonly<
  Record<RuleSetName, (compiled: CompiledMapping, record: MarcRecord) => Record<string, unknown>>
> = { 'marc-bib': mapInstance, 'marc-holdings': mapHoldings, 'marc-authority': mapAuthority }

/** A value as it was written: where to find it again after the steps that follow the rules. */
type Write = Writer & { name: string; property: string | undefined; value: string; entry: object | null }

/** Builds a record by rules that need not be stored, and tells which rule wrote what. Nothing is kept. */
export async function tryRules(
  tx: Transaction,
  name: RuleSetName,
  rules: MappingRules,
  record: MarcRecord,
): Promise<Trial> {
  const writes: Write[] = []
  const note: WriteListener = (rule, target, value, run) => {
    const [property0 = '', property] = target.split('.')
    const list = run.document[property0]
    const entry =
      property !== undefined && Array.isArray(list)
        ? ((list as Record<string, unknown>[]).findLast((one) => isWritten(one[property], value)) ?? null)
        : null
    const field = record.fields.indexOf(run.field)
    const tag = field === -1 ? rule.slice(0, 3) : run.field.tag
    const found = field === -1 ? record.fields.findIndex((one) => one.tag === tag) : field
    writes.push({ rule, tag, field: found === -1 ? null : found, name: property0, property, value, entry })
  }
  const compiled = await compileWith(tx, name, rules, note)
  const document = MAPPERS[name](compiled, record)
  return { document, writers: writersOf(document, writes), problems: compiled.problems }
}

/** What is wrong with rules, without a record. */
export async function findProblems(
  tx: Transaction,
  name: RuleSetName,
  rules: MappingRules,
): Promise<RuleProblem[]> {
  return (await compileWith(tx, name, rules)).problems
}

function isWritten(stored: unknown, value: string): boolean {
  return stored === value || (typeof stored === 'boolean' && String(stored) === value.toLowerCase())
}

/** The last writer of each value that is still there when all steps are done. */
function writersOf(document: Record<string, unknown>, writes: readonly Write[]): Record<string, Writer> {
  const writers: Record<string, Writer> = {}
  for (const { name, property, value, entry, ...writer } of writes) {
    const place = placeOf(document[name], name, property, value, entry)
    if (place !== null) writers[place] = writer
  }
  return writers
}

function placeOf(
  stored: unknown,
  name: string,
  property: string | undefined,
  value: string,
  entry: object | null,
): string | null {
  if (!Array.isArray(stored))
    return stored === undefined ? null : property === undefined ? name : `${name}.${property}`
  const at = entry === null ? stored.indexOf(value) : stored.indexOf(entry)
  if (at === -1) return null
  return property === undefined ? `${name}[${at}]` : `${name}[${at}].${property}`
}
