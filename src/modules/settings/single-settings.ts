import type { Transaction } from '../../kernel/db/database.ts'
import { objectBody } from '../../kernel/http/parameters.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import { JsonText, ok } from '../../kernel/http/route.ts'
import type { Route } from '../../kernel/http/route.ts'
import { withoutNulls } from '../../kernel/http/validation.ts'

// Settings of which a tenant has exactly one (folio-org/mod-settings: LocaleService, BaseUrlService). Both
// answer a PUT with 201, as there.

type SingleSetting = {
  path: string
  permissions: string
  name: string
  start: Readonly<Record<string, unknown>>
  check: (sent: Record<string, unknown>) => Record<string, unknown>
}

const locale: SingleSetting = {
  path: '/locale',
  permissions: 'locale',
  name: 'locale',
  start: { locale: 'en-US', currency: 'USD', timezone: 'UTC' },
  check: (sent) => {
    const { numberingSystem } = sent
    const kept = Object.fromEntries(
      ['locale', 'timezone', 'currency'].map((name) => [name, requiredText(sent, name, `${name} missing`)]),
    )
    if (numberingSystem === undefined) return kept
    if (numberingSystem === 'latn' || numberingSystem === 'arab') return { ...kept, numberingSystem }
    throw textProblem(400, 'numberingSystem must be latn or arab, or not defined')
  },
}

const baseUrl: SingleSetting = {
  path: '/base-url',
  permissions: 'base-url',
  name: 'base-url',
  start: { baseUrl: 'http://localhost:3000' },
  check: (sent) => {
    const url = requiredText(sent, 'baseUrl', 'baseUrl is missing')
    if (url.endsWith('/')) throw textProblem(400, 'baseUrl must not end with a slash')
    return { baseUrl: url }
  },
}

const SETTINGS = [locale, baseUrl]

function requiredText(sent: Record<string, unknown>, name: string, complaint: string): string {
  const value = sent[name]
  if (typeof value !== 'string' || value.trim() === '') throw textProblem(400, complaint)
  return value
}

/** Their table, for a tenant's schema. */
export const singleSettingsDdl = `create table single_setting (
  name text primary key,
  doc jsonb not null
);
`

/** Writes the start values that are missing. */
export async function seedSingleSettings(tx: Transaction): Promise<void> {
  await tx.execute(
    `insert into single_setting (name, doc) select * from unnest($1::text[], $2::jsonb[]) on conflict do nothing`,
    [SETTINGS.map(({ name }) => name), SETTINGS.map(({ start }) => JSON.stringify(start))],
  )
}

/** `/locale` and `/base-url`. */
export const singleSettingRoutes: readonly Route[] = SETTINGS.flatMap(routesOf)

function routesOf({ path, permissions, name, start, check }: SingleSetting): Route[] {
  return [
    {
      method: 'GET',
      path,
      permissions: [`${permissions}.item.get`],
      handler: async (request) => {
        const [row] = await request.transaction((tx) =>
          tx.query<{ doc: string }>('select doc from single_setting where name = $1', [name]),
        )
        return ok(row ? new JsonText(row.doc) : start)
      },
    },
    {
      method: 'PUT',
      path,
      permissions: [`${permissions}.item.put`],
      handler: async (request) => {
        const kept = check(withoutNulls(objectBody(request.body)))
        await request.transaction((tx) =>
          tx.execute(
            `insert into single_setting (name, doc) values ($1, $2)
             on conflict (name) do update set doc = excluded.doc`,
            [name, JSON.stringify(kept)],
          ),
        )
        return { status: 201 }
      },
    },
  ]
}

/** The address of the web app, without a slash at its end. */
export async function readBaseUrl(tx: Transaction): Promise<string> {
  const [row] = await tx.query<{ url: string }>(
    "select doc ->> 'baseUrl' as url from single_setting where name = $1",
    [baseUrl.name],
  )
  return row?.url ?? String(baseUrl.start.baseUrl)
}
