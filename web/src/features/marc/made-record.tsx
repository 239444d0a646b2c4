import { Loader, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { marcText } from '#text/marc.ts'
import { http } from '../../lib/http.ts'
import { jsonOfLines } from '../../lib/marc-text.ts'
import { useSession } from '../../lib/session.ts'
import { FieldDiff } from '../../ui/diff.tsx'
import { Failure } from '../../ui/failure.tsx'
import { diffDocuments } from './changes/diff-documents.ts'
import { changesOfDiff } from './changes/field-changes.ts'
import { useIdNames } from './changes/reference-ids.ts'
import { tidyLines } from './record-lines.ts'
import type { Editing } from './use-editing.ts'
import type { MarcFormat } from './wire.ts'

const TYPES: Readonly<Record<MarcFormat, string>> = {
  BIBLIOGRAPHIC: 'marc-bib',
  HOLDINGS: 'marc-holdings',
  AUTHORITY: 'marc-authority',
}
const PERMISSIONS = ['mapping-rules.get', 'source-storage.records.formatted.item.get']

type Document = Record<string, unknown>
type Trial = { stored: { document: Document } }

/** What the mapping rules make of MARC; nothing is written. */
async function tryRules(type: string, rules: object, lines: readonly string[]): Promise<Document> {
  if (lines.length === 0) return {}
  const body = { rules, marc: jsonOfLines(lines) }
  return (await http.post<Trial>(`/octavo/mapping-rules/${type}/try`, body)).stored.document
}

/** What a save would change in the record that is made of the MARC; shown to those who may try mapping rules. */
export function MadeRecord({ editing, isNew }: { editing: Editing; isNew: boolean }) {
  const { permissions } = useSession()
  const format = editing.stored.marcFormat
  const before = isNew ? [] : tidyLines(editing.base)
  const after = tidyLines(editing.lines)
  const mayTry = PERMISSIONS.every((name) => permissions.has(name))
  const made = useQuery({
    queryKey: ['octavo', 'mapping-rules', 'made', format, before, after],
    queryFn: async () => {
      const type = TYPES[format]
      const { rules } = await http.get<{ rules: object }>(`/octavo/mapping-rules/${type}`)
      const [old, fresh] = await Promise.all([tryRules(type, rules, before), tryRules(type, rules, after)])
      return diffDocuments(old, fresh)
    },
    enabled: mayTry,
    gcTime: 10_000,
  })
  const nameOf = useIdNames(JSON.stringify(made.data ?? {}))
  if (!mayTry) return null
  const label = marcText.madeRecord[format]
  return (
    <section>
      <Text fw={600} size="sm" mb={4}>
        {label}
      </Text>
      {made.error !== null && <Failure error={made.error} retry={() => void made.refetch()} />}
      {made.isLoading && <Loader size="sm" aria-label={label} />}
      {made.data !== undefined && <FieldDiff label={label} changes={changesOfDiff(made.data, nameOf)} />}
    </section>
  )
}
