import type { Transaction } from '../../kernel/db/database.ts'

function isTimeZone(name: unknown): name is string {
  if (typeof name !== 'string' || name === '') return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/**
 * The IANA time zone of the tenant: what "today" means in its imports. FOLIO's screens kept it in a
 * configuration entry (module ORG, localeSettings) before they had `/locale`; an entry that is still there
 * counts, else the locale.
 */
export async function readTimeZone(tx: Transaction): Promise<string> {
  const rows = await tx.query<{ value: string }>(
    `select value from (
       select doc ->> 'value' as value, 1 as place from config_data
       where doc ->> 'module' = 'ORG' and doc ->> 'configName' = 'localeSettings'
       union all
       select doc::text, 2 from single_setting where name = 'locale'
     ) known where value is not null order by place`,
  )
  for (const { value } of rows) {
    try {
      const { timezone } = JSON.parse(value) as { timezone?: unknown }
      if (isTimeZone(timezone)) return timezone
    } catch {
      continue
    }
  }
  return 'UTC'
}
