import { answerDocuments, defineCollection, listDocuments } from '../../kernel/collections/index.ts'
import type { Collection } from '../../kernel/collections/index.ts'
import { readFlag, readPage } from '../../kernel/http/parameters.ts'
import { ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest } from '../../kernel/http/route.ts'
import type { ListRequest } from '../../kernel/lists/index.ts'
import type { ProfileKind } from './profile-kinds.ts'
import type { Profile } from './profile-types.ts'
import { profileSchemas } from './profile-schemas.ts'
import { withRelations } from './profile-relations.ts'

/** The rows of one kind as a collection, for its lists. */
function collectionOf({ type, listKey, permission }: ProfileKind): Collection {
  return defineCollection({
    path: `/data-import-profiles/${listKey}`,
    listKey,
    table: 'import_profile',
    schema: profileSchemas[type],
    permissions: permission,
  })
}

/** Answers a list of profiles: `query`, `limit`, `offset`, `showHidden`, `withRelations`. */
export function listProfiles(kind: ProfileKind): (request: ApiRequest) => Promise<Answer> {
  const collection = collectionOf(kind)
  return async (request) => {
    const showHidden = readFlag(request.query, 'showHidden', false)
    const visible: NonNullable<ListRequest['visible']> = (first) => ({
      where: `kind = $${first} and (not hidden or $${first + 1})`,
      params: [kind.type, showHidden],
    })
    if (!readFlag(request.query, 'withRelations', false))
      return answerDocuments(request, collection, { visible })
    const page = readPage(request.query)
    return request.transaction(async (tx) => {
      const list = { query: request.query.get('query'), ...page, visible }
      const { texts, total } = await listDocuments(tx, collection, list)
      const profiles = texts.map((text) => JSON.parse(text) as Profile)
      return ok({ [kind.listKey]: await withRelations(tx, profiles), totalRecords: total })
    })
  }
}
