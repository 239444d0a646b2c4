import { FAULT_KINDS } from '../record-fault.ts'
import type { FaultKind } from '../record-fault.ts'

/** What a fault is about, and what a librarian can do. */
export type FaultExplanation = {
  /** The property of the record in FOLIO's words, such as `permanentLocationId`; null where it is about none. */
  field: string | null
  /** The value that was refused. */
  value: string | null
  advice: string
  /** Records with this fault can be loaded again once something here was put right; the others need mending first. */
  isFixable: boolean
}

const ADVICE: Record<FaultKind, { advice: string; isFixable: boolean }> = {
  unreadable: {
    advice: 'Ask whoever sent the file for these records again; the records around them are fine.',
    isFixable: false,
  },
  'record-type': {
    advice: 'Load these records with a job profile for their type.',
    isFixable: true,
  },
  'already-in-system': {
    advice: 'Load them with a profile that updates, or take field 999 with both indicators f out of them.',
    isFixable: true,
  },
  'no-title': { advice: 'Give the records a title in 245 $a, then load them again.', isFixable: false },
  'missing-value': {
    advice:
      'Give the field a value in the mapping, for instance with an "else", then load these records again.',
    isFixable: true,
  },
  'unknown-value': {
    advice: 'Add the value under Settings, or give the mapping an "else", then load these records again.',
    isFixable: true,
  },
  'duplicate-barcode': {
    advice:
      'Look whether the copy is there already. If not, correct the barcode and load these records again.',
    isFixable: false,
  },
  'duplicate-number': {
    advice: 'Let the mapping leave the number out, so that one is given, then load these records again.',
    isFixable: true,
  },
  'no-instance': {
    advice:
      'Check the matches of the profile, or load the records that these belong to first, then load them again.',
    isFixable: true,
  },
  'several-matches': {
    advice:
      'Narrow the match with a second one below it, or remove the doubles, then load these records again.',
    isFixable: true,
  },
  'protected-status': {
    advice: 'Nothing is lost: the other changes were made. Change the status in circulation.',
    isFixable: false,
  },
  'no-invoices': { advice: 'The messages are kept. Invoices cannot be made of them yet.', isFixable: false },
  'too-long': { advice: 'Shorten the value in the records, then load them again.', isFixable: false },
  failed: {
    advice:
      'Load these records again. If they fail once more, show the technical detail to whoever runs the server.',
    isFixable: true,
  },
}

const isKnown = (kind: string): kind is FaultKind => Object.hasOwn(FAULT_KINDS, kind)

/** Reads out of a fault's texts what it is about. */
export function explainFault(kind: string, text: string, folio: string | null): FaultExplanation {
  const known = isKnown(kind) ? kind : 'failed'
  return { field: fieldOf(known, folio ?? ''), value: valueOf(known, text), ...ADVICE[known] }
}

function fieldOf(kind: FaultKind, folio: string): string | null {
  if (kind === 'duplicate-barcode') return 'barcode'
  if (kind === 'duplicate-number') return 'hrid'
  if (kind === 'no-title') return 'title'
  if (/Invalid status/.test(folio)) return 'status.name'
  if (/Statistical code/.test(folio)) return 'statisticalCodeIds'
  return (
    /Field '([\w.]+)'/.exec(folio)?.[1] ??
    /for (\w+) field/.exec(folio)?.[1] ??
    /"([\w.]+\[\d+\][\w.]*)" =/.exec(folio)?.[1]?.replace(/\[\d+\]/, '') ??
    null
  )
}

function valueOf(kind: FaultKind, text: string): string | null {
  if (kind === 'duplicate-barcode') return /^The barcode (.+?) is in use/s.exec(text)?.[1] ?? null
  if (kind === 'duplicate-number') return /^The human-readable id (\S+),/.exec(text)?.[1] ?? null
  if (kind !== 'unknown-value' && kind !== 'too-long') return null
  return /"(.*)"/s.exec(text)?.[1] ?? null
}
