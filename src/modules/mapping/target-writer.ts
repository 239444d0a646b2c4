import type { Writer } from './compiled-mapping.ts'
import type { MappingRun } from './mapping-run.ts'
import type { TargetTable } from './targets.ts'

type Entry = Record<string, string | boolean>

/** The objects of one list that the running entity fills: one, or one per subfield position. */
type ListSlot = { stamps: number[]; entries: Entry[] }

/** Finds the writer of a target; writers of one list share the object that is being filled. */
export type FindWriter = (target: string) => Writer | null

/** Returns `null` for a target that is no field of the record. */
export function targetWriters(table: TargetTable): FindWriter {
  const slots = new Map<string, ListSlot>()
  return (target) => {
    const [name = '', property, ...rest] = target.split('.')
    const shape = Object.hasOwn(table, name) ? table[name]! : null
    if (shape === null || rest.length > 0) return null
    if (typeof shape === 'string') return property === undefined ? simpleWriter(name, shape) : null
    const properties = 'list' in shape ? shape.list : shape.object
    if (property === undefined || !Object.hasOwn(properties, property)) return null
    const isFlag = properties[property] === 'flag'
    if ('object' in shape) return nestedWriter(name, property)
    let slot = slots.get(name)
    if (!slot) slots.set(name, (slot = { stamps: [], entries: [] }))
    return listWriter(name, property, isFlag, slot)
  }
}

function simpleWriter(name: string, shape: 'text' | 'flag' | 'integer' | 'texts' | 'distinct'): Writer {
  switch (shape) {
    case 'text':
      return (value, run) => {
        run.document[name] = value
      }
    case 'flag':
      return (value, run) => {
        run.document[name] = isTrue(value)
      }
    case 'integer':
      return (value, run) => {
        if (/^[-+]?\d{1,9}$/.test(value)) run.document[name] = Number(value)
      }
    case 'texts':
      return (value, run) => {
        const list = run.document[name] as string[] | undefined
        if (list === undefined) run.document[name] = [value]
        else list.push(value)
      }
    case 'distinct':
      return (value, run) => {
        const list = run.document[name] as string[] | undefined
        if (list === undefined) run.document[name] = [value]
        else if (!list.includes(value)) list.push(value)
      }
  }
}

function nestedWriter(name: string, property: string): Writer {
  return (value, run) => {
    const object = run.document[name] as Entry | undefined
    if (object === undefined) run.document[name] = { [property]: value }
    else object[property] = value
  }
}

function listWriter(name: string, property: string, isFlag: boolean, slot: ListSlot): Writer {
  return isFlag
    ? (value, run) => {
        openEntry(name, slot, run)[property] = isTrue(value)
      }
    : (value, run) => {
        openEntry(name, slot, run)[property] = value
      }
}

function openEntry(name: string, slot: ListSlot, run: MappingRun): Entry {
  const at = run.slot
  if (slot.stamps[at] === run.stamp) return slot.entries[at]!
  const entry: Entry = {}
  // Both arrays stay dense: positions below `at` that were never filled get stamp 0, which no entity has.
  for (let i = slot.stamps.length; i < at; i++) {
    slot.stamps[i] = 0
    slot.entries[i] = entry
  }
  slot.stamps[at] = run.stamp
  slot.entries[at] = entry
  const list = run.document[name] as Entry[] | undefined
  if (list === undefined) run.document[name] = [entry]
  else list.push(entry)
  return entry
}

function isTrue(value: string): boolean {
  return value === 'true' || value.toLowerCase() === 'true'
}
