import type { Transaction } from '../../kernel/db/database.ts'
import { notFound, textProblem } from '../../kernel/http/problems.ts'
import type { ProfileKind } from './profile-kinds.ts'
import { isDefaultProfile } from './shipped-profiles.ts'

/**
 * Deletes a profile with the links below it.
 * @throws Problem 400 for a default profile, 409 when another profile links to it, 404
 */
export async function deleteProfile(
  tx: Transaction,
  { type, className }: ProfileKind,
  id: string,
): Promise<void> {
  if (isDefaultProfile(id)) throw textProblem(400, `Can\`t delete default ${type} with id ${id}`)
  const [linked] = await tx.query(
    'select from import_profile_association where detail_profile_id = $1 limit 1',
    [id],
  )
  if (linked) {
    throw textProblem(
      409,
      `Can not delete profile by id '${id}' cause profile associated with other profiles`,
    )
  }
  const deleted = await tx.execute('delete from import_profile where kind = $1 and id = $2', [type, id])
  if (deleted === 0) throw notFound(`${className} with id '${id}' was not found`)
}
