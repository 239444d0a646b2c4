import type { Transaction } from '../../../kernel/db/database.ts'
import type { MatchProfile } from '../../import-profiles/index.ts'
import { compileMatch } from './compile-match.ts'
import { ensureMatchIndexes } from './match-indexes.ts'

/**
 * Has the fields indexed that these match profiles match on (`ensureMatchIndexes`). For profiles that are saved, and
 * for those of a job that begins: profiles shipped with a tenant were never saved by anyone.
 */
export async function indexMatchProfiles(tx: Transaction, profiles: readonly MatchProfile[]): Promise<void> {
  await ensureMatchIndexes(
    tx,
    profiles.map((profile) => compileMatch(profile, {}).question),
  )
}
