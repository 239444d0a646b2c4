import { Loader, NativeSelect } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { marcText } from '#text/marc.ts'
import { Failure } from '../../ui/failure.tsx'
import { Page } from '../../ui/page.tsx'
import { useRecord } from './api.ts'
import { EditRecord } from './edit-record.tsx'
import type { NewRecordSearch } from './new-record-search.ts'
import { derivedLines } from './record-lines.ts'
import { nameOfLines } from './subject.ts'
import { templatesOf } from './templates.ts'
import type { MarcFormat, RecordView } from './wire.ts'

/** A new MARC record, from a template or derived from another record. */
export function NewRecordPage() {
  const { format = 'BIBLIOGRAPHIC', template, from } = useSearch({ strict: false }) as NewRecordSearch
  const origin = useRecord(from)
  if (from !== undefined && origin.data === undefined) {
    return (
      <Page title={marcText.newRecord}>
        {origin.error === null ? (
          <Loader aria-label={marcText.checking} />
        ) : (
          <Failure error={origin.error} retry={() => void origin.refetch()} />
        )}
      </Page>
    )
  }
  return (
    <Started key={`${from} ${format} ${template}`} format={format} template={template} origin={origin.data} />
  )
}

type Props = { format: MarcFormat; template: string | undefined; origin: RecordView | undefined }

function Started({ format: asked, template, origin }: Props) {
  const navigate = useNavigate()
  const format = origin?.marcFormat ?? asked
  const templates = templatesOf(format)
  const chosen = templates.find(({ id }) => id === template) ?? templates[0]!
  const start = useMemo(() => {
    const lines = origin === undefined ? chosen.lines : derivedLines(origin)
    const leader = lines[0]!.slice(4).replaceAll(' ', '\\')
    return {
      stored: { marcFormat: format, leader, fields: [], suppressDiscovery: false },
      isNew: true,
      lines,
      draftName: `marc.new.${origin?.externalId ?? chosen.id}`,
      title: `${marcText.newRecord}: ${origin === undefined ? chosen.name : nameOfLines(lines, format)}`,
      address:
        origin === undefined
          ? `/marc/new?format=${format}&template=${chosen.id}`
          : `/marc/new?from=${origin.externalId}`,
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the page is made anew for another start
  }, [])
  const lead =
    origin === undefined ? (
      <NativeSelect
        size="xs"
        w={240}
        label={marcText.template}
        data={templates.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen.id}
        onChange={(event) =>
          void navigate({ to: '/marc/new', search: { format, template: event.currentTarget.value } })
        }
      />
    ) : (
      marcText.derivedFrom(start.title)
    )
  return (
    <EditRecord
      start={start}
      format={format}
      lead={lead}
      back={origin === undefined ? '/inventory' : `/inventory/${origin.externalId}`}
      onCreated={({ externalId, marcFormat }) =>
        void navigate({
          to:
            marcFormat === 'AUTHORITY' ? `/authorities/${externalId}/marc` : `/inventory/${externalId}/marc`,
        })
      }
    />
  )
}
