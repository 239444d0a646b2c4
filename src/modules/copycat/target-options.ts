import { RECORD_SYNTAXES } from '../../formats/z3950/index.ts'
import type { Credentials } from '../../formats/z3950/index.ts'
import type { CopycatProfile } from './profiles.ts'
import { TargetError } from './target-error.ts'

/** How a target is spoken to: the options of YAZ's ZOOM that matter for fetching one record. */
export type TargetOptions = {
  credentials: Credentials | null
  timeoutMs: number
  /** Object identifier of the record syntax asked for (Z39.50). */
  syntax: string
  elementSetName: string | null
  /** Asks the target to use UTF-8 (Z39.50). */
  wantsUtf8: boolean
  /** Character set of ISO 2709 records; `auto` goes by leader/09 and the bytes. */
  encoding: 'auto' | 'utf8' | 'latin1'
  sruVersion: string
  sruSchema: string
}

const DEFAULT_TIMEOUT_SECONDS = 15
const MAX_TIMEOUT_SECONDS = 60

// YAZ takes "marc-8" as: MARC-8 or UTF-8, depending on the leader.
const ENCODINGS: Readonly<Record<string, TargetOptions['encoding']>> = {
  'marc-8': 'auto',
  marc8: 'auto',
  'utf-8': 'utf8',
  utf8: 'utf8',
  'iso-8859-1': 'latin1',
  latin1: 'latin1',
}

/**
 * Reads what a profile says about its target; options that are not known are left alone.
 * @throws TargetError for a value that cannot be used.
 */
export function readTargetOptions(profile: CopycatProfile): TargetOptions {
  const options = new Map<string, string>()
  for (const [key, value] of Object.entries(profile.targetOptions ?? {})) {
    // FOLIO's text (folio-org/mod-copycat: RecordRetriever); it takes text and whole numbers.
    if (typeof value !== 'string' && !Number.isInteger(value)) {
      throw new TargetError(`Illegal options type for key ${key}: ${value === null ? 'null' : typeof value}`)
    }
    options.set(key.toLowerCase(), String(value))
  }
  const syntaxKey = (options.get('preferredrecordsyntax') ?? 'usmarc').toLowerCase()
  const syntax = RECORD_SYNTAXES[syntaxKey]
  if (syntax === undefined) {
    throw new TargetError(
      `The target option preferredRecordSyntax is "${syntaxKey}", but must be one of ${Object.keys(RECORD_SYNTAXES).join(', ')}: others hold no MARC 21.`,
    )
  }
  const charset = (options.get('marcencoding') ?? 'marc-8').toLowerCase()
  const encoding = ENCODINGS[charset]
  if (encoding === undefined) {
    throw new TargetError(
      `The target option marcencoding is "${charset}", but must be one of ${Object.keys(ENCODINGS).join(', ')}.`,
    )
  }
  return {
    credentials: readCredentials(profile.authentication, options),
    timeoutMs: readTimeout(options.get('timeout')) * 1000,
    syntax,
    elementSetName: options.get('elementsetname') ?? null,
    wantsUtf8: /^utf-?8$/i.test(options.get('charset') ?? ''),
    encoding,
    sruVersion: options.get('sru_version') ?? '1.1',
    sruSchema: options.get('schema') ?? 'marcxml',
  }
}

function readTimeout(text: string | undefined): number {
  const seconds = text === undefined ? DEFAULT_TIMEOUT_SECONDS : Number(text)
  if (!Number.isInteger(seconds) || seconds < 1) {
    throw new TargetError(`The target option timeout is "${text}", but must be a whole number of seconds.`)
  }
  return Math.min(seconds, MAX_TIMEOUT_SECONDS)
}

/** `user`, `user password` or `user group password`, as FOLIO reads it; single options come before it. */
function readCredentials(
  authentication: string | undefined,
  options: ReadonlyMap<string, string>,
): Credentials | null {
  const parts = (authentication ?? '')
    .trim()
    .split(/\s+/)
    .filter((part) => part !== '')
  const group = parts.length === 3 ? parts[1]! : null
  const password = parts.length === 2 || parts.length === 3 ? parts.at(-1)! : null
  const user = options.get('user') ?? parts[0]
  if (user === undefined) return null
  return { user, group: options.get('group') ?? group, password: options.get('password') ?? password }
}
