import type { Row } from '../../kernel/db/database.ts'
import { objectBody } from '../../kernel/http/parameters.ts'
import { noContent, ok } from '../../kernel/http/route.ts'
import type { Route } from '../../kernel/http/route.ts'
import { requestProblem, searchNotFound, valueProblem } from './search-problems.ts'

// folio-org/mod-search: LanguageConfigService, FeatureConfigService. Both are kept for the clients that read them; words
// are compared the same in every language, and all fields are always searched.

/** Languages that mod-search has an analyzer for. */
const LANGUAGES = new Set([
  'ara',
  'chi',
  'eng',
  'fre',
  'ger',
  'heb',
  'ita',
  'jpn',
  'kor',
  'rus',
  'spa',
  'swe',
])
const MOST_LANGUAGES = 5
const FEATURES = new Set([
  'search.all.fields',
  'browse.contributors',
  'browse.subjects',
  'browse.classifications',
  'browse.call-numbers',
])

type Language = Row & { code: string; languageAnalyzer: string | null }
type Feature = Row & { feature: string; enabled: boolean }

const SELECT_LANGUAGES = 'select code, analyzer as "languageAnalyzer" from search_language order by code'
const SELECT_FEATURES = 'select feature, is_enabled as enabled from search_feature order by feature'

/** The endpoints of a tenant's settings for searches. */
export function configRoutes(): Route[] {
  return [...languageRoutes(), ...featureRoutes()]
}

function languageRoutes(): Route[] {
  const path = '/search/config/languages'
  const permission = 'search.config.languages'
  return [
    {
      method: 'GET',
      path,
      permissions: [`${permission}.collection.get`],
      handler: async ({ transaction }) => {
        const rows = await transaction((tx) => tx.query<Language>(SELECT_LANGUAGES))
        return ok({ languageConfigs: rows.map(languageAnswer), totalRecords: rows.length })
      },
    },
    {
      method: 'POST',
      path,
      permissions: [`${permission}.item.post`],
      handler: async ({ body, transaction }) => {
        const language = languageBody(body)
        return transaction(async (tx) => {
          // Two at once must not pass the limit together.
          await tx.query('lock table search_language in share row exclusive mode')
          const stored = await tx.query<Language>(SELECT_LANGUAGES)
          if (stored.length >= MOST_LANGUAGES && !stored.some(({ code }) => code === language.code)) {
            throw valueProblem(
              `Tenant is allowed to have only ${MOST_LANGUAGES} languages configured`,
              'code',
              language.code,
            )
          }
          await tx.query(
            `insert into search_language (code, analyzer) values ($1, $2)
             on conflict (code) do update set analyzer = excluded.analyzer`,
            [language.code, language.languageAnalyzer],
          )
          return ok(languageAnswer(language))
        })
      },
    },
    {
      method: 'PUT',
      path: `${path}/:code`,
      permissions: [`${permission}.item.put`],
      handler: async ({ body, params, transaction }) => {
        const language = languageBody(body)
        if (language.code !== params.code) {
          throw valueProblem(
            'Request body language code must be the same as in the URL',
            'code',
            language.code,
          )
        }
        const changed = await transaction((tx) =>
          tx.execute('update search_language set analyzer = $2 where code = $1', [
            language.code,
            language.languageAnalyzer,
          ]),
        )
        if (changed === 0) throw searchNotFound(`Language config not found for code: ${language.code}`)
        return ok(languageAnswer(language))
      },
    },
    {
      method: 'DELETE',
      path: `${path}/:code`,
      permissions: [`${permission}.item.delete`],
      handler: async ({ params, transaction }) => {
        const gone = await transaction((tx) =>
          tx.execute('delete from search_language where code = $1', [params.code]),
        )
        if (gone === 0) throw searchNotFound(`Language config not found for code: ${params.code}`)
        return noContent()
      },
    },
  ]
}

function featureRoutes(): Route[] {
  const path = '/search/config/features'
  const permission = 'search.config.features'
  return [
    {
      method: 'GET',
      path,
      permissions: [`${permission}.collection.get`],
      handler: async ({ transaction }) => {
        const features = await transaction((tx) => tx.query<Feature>(SELECT_FEATURES))
        return ok({ features, totalRecords: features.length })
      },
    },
    {
      method: 'POST',
      path,
      permissions: [`${permission}.item.post`],
      handler: async ({ body, transaction }) => {
        const { feature, enabled } = featureBody(body)
        const added = await transaction((tx) =>
          tx.execute(
            'insert into search_feature (feature, is_enabled) values ($1, $2) on conflict do nothing',
            [feature, enabled],
          ),
        )
        if (added === 0) throw requestProblem('Feature configuration already exists', 'feature', feature)
        return ok({ feature, enabled })
      },
    },
    {
      method: 'PUT',
      path: `${path}/:feature`,
      permissions: [`${permission}.item.put`],
      handler: async ({ body, params, transaction }) => {
        const { feature, enabled } = featureBody(body)
        if (feature !== params.feature) {
          throw requestProblem(
            'Request body feature must be the same as in the URL',
            'feature',
            params.feature!,
          )
        }
        const changed = await transaction((tx) =>
          tx.execute('update search_feature set is_enabled = $2 where feature = $1', [feature, enabled]),
        )
        if (changed === 0) throw searchNotFound(`Feature configuration not found for id: ${feature}`)
        return ok({ feature, enabled })
      },
    },
    {
      method: 'DELETE',
      path: `${path}/:feature`,
      permissions: [`${permission}.item.delete`],
      handler: async ({ params, transaction }) => {
        const gone = await transaction((tx) =>
          tx.execute('delete from search_feature where feature = $1', [params.feature]),
        )
        if (gone === 0) throw searchNotFound(`Feature configuration not found for id: ${params.feature}`)
        return noContent()
      },
    },
  ]
}

function languageBody(body: unknown): Language {
  const { code, languageAnalyzer } = objectBody(body)
  if (typeof code !== 'string' || !/^[a-zA-Z]{3}$/.test(code)) {
    throw valueProblem('code must match "[a-zA-Z]{3}"', 'code', String(code))
  }
  if (!LANGUAGES.has(code)) throw valueProblem('Language has no analyzer available', 'code', code)
  if (languageAnalyzer !== undefined && languageAnalyzer !== null && typeof languageAnalyzer !== 'string') {
    throw valueProblem('languageAnalyzer must be a text', 'languageAnalyzer', String(languageAnalyzer))
  }
  return { code, languageAnalyzer: languageAnalyzer ?? null }
}

function languageAnswer({ code, languageAnalyzer }: Language) {
  return languageAnalyzer === null ? { code } : { code, languageAnalyzer }
}

function featureBody(body: unknown): Feature {
  const { feature, enabled } = objectBody(body)
  if (typeof feature !== 'string' || !FEATURES.has(feature)) {
    throw requestProblem(`feature must be one of ${[...FEATURES].join(', ')}`, 'feature', String(feature))
  }
  if (typeof enabled !== 'boolean')
    throw requestProblem('enabled must be true or false', 'enabled', String(enabled))
  return { feature, enabled }
}
