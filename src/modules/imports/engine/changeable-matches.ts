import type { CompiledMatch } from '../matching/pure.ts'
import type { CompiledAction } from './compiled-job.ts'

/** Fields that no update changes: ids, human-readable ids, and what binds records to each other. */
const FIXED: readonly unknown[] = ['id', 'hrid', 'instanceId', 'holdingsRecordId']

/**
 * The numbers of the matches whose stored fields the job's own actions may write: a record may be found, or not be
 * found any more, by what one before it in the file has changed.
 */
export function changeableMatches(
  matches: readonly CompiledMatch[],
  actions: readonly CompiledAction[],
): ReadonlySet<number> {
  return new Set(matches.flatMap((match, no) => (actions.some((each) => mayWrite(each, match)) ? [no] : [])))
}

function mayWrite({ action, entity, mapping }: CompiledAction, { question, target }: CompiledMatch): boolean {
  const { field } = question
  const written = entity.replace('MARC_BIBLIOGRAPHIC', 'INSTANCE').replace('MARC_', '')
  const matched = target.replace('MARC_BIBLIOGRAPHIC', 'INSTANCE').replace('MARC_', '')
  if (written !== matched || action === 'DELETE' || field.kind === 'none') return false
  if (field.kind === 'marc') return field.tag !== '001' && !(field.tag === '999' && field.ind1 === 'f')
  const [name] = field.path
  if (FIXED.includes(name)) return false
  // Instances, authorities and MARC holdings are mapped from MARC as a whole; items and other holdings by rules alone.
  const isByRules = entity === 'ITEM' || (entity === 'HOLDINGS' && mapping.rules.length > 0)
  return !isByRules || mapping.rules.some(({ path }) => path[0] === name)
}
