import { Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bulkEditRulesText as words } from '#text/bulk-edit-rules.ts'
import { http } from '../../../lib/http.ts'
import { useReferenceList } from '../../../lib/reference-lists.ts'
import { ReferenceMultiSelect, ReferenceSelect } from '../../../ui/reference-select.tsx'
import type { EntityType } from '../types.ts'
import { PLAIN_NOTES } from './rule-catalogue.ts'
import type { Control, ListName } from './rule-catalogue.ts'

type Props = {
  control: Control
  label: string
  description?: string | undefined
  value: string
  onChange: (value: string) => void
  error: string | null
  entity: EntityType
  /** The list of the types of notes, for another kind of note. */
  noteTypes: ListName | undefined
  /** Statuses that at least one of the records may take. */
  statuses: readonly string[]
  onEnter: () => void
}

/** The control for a value of a rule. */
export function RuleValue(props: Props) {
  const { control, label, description, value, onChange, error, entity, noteTypes, statuses, onEnter } = props
  const shared = { label, error, w: 240 }
  switch (control.kind) {
    case 'fixed':
      return null
    case 'text':
    case 'date':
      return (
        <TextInput
          {...shared}
          description={description}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type={control.kind === 'date' ? 'date' : 'text'}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) onEnter()
          }}
        />
      )
    case 'list':
      return (
        <ReferenceSelect
          {...shared}
          list={control.list}
          value={value === '' ? null : value}
          onChange={(id) => onChange(id ?? '')}
        />
      )
    case 'list-many':
      return (
        <ReferenceMultiSelect
          {...shared}
          list={control.list}
          value={value === '' ? [] : value.split(',')}
          onChange={(ids) => onChange(ids.join(','))}
        />
      )
    case 'status':
      return (
        <Select
          {...shared}
          searchable
          data={[...new Set([...statuses, ...(value === '' ? [] : [value])])]}
          value={value === '' ? null : value}
          onChange={(status) => onChange(status ?? '')}
        />
      )
    case 'patron-group':
      return <PatronGroup {...shared} value={value} onChange={onChange} />
    case 'note-kind':
      return <NoteKind {...shared} entity={entity} list={noteTypes} value={value} onChange={onChange} />
  }
}

type SelectProps = {
  label: string
  error: string | null
  w: number
  value: string
  onChange: (value: string) => void
}

/** Patron groups; they are named otherwise than the lists of inventory. */
export function usePatronGroups() {
  return useQuery({
    queryKey: ['reference', '/groups'],
    queryFn: ({ signal }) =>
      http.get<{ usergroups: { id: string; group: string }[] }>(
        '/groups',
        { query: 'cql.allRecords=1 sortby group', limit: 1000 },
        signal,
      ),
    staleTime: 300_000,
  })
}

function PatronGroup({ value, onChange, ...rest }: SelectProps) {
  const { data } = usePatronGroups()
  return (
    <Select
      {...rest}
      searchable
      data={(data?.usergroups ?? []).map(({ id, group }) => ({ value: id, label: group }))}
      value={value === '' ? null : value}
      onChange={(id) => onChange(id ?? '')}
    />
  )
}

function NoteKind({
  entity,
  list,
  value,
  onChange,
  ...rest
}: SelectProps & { entity: EntityType; list: ListName | undefined }) {
  const { entries } = useReferenceList(list ?? listOf(entity))
  const plain = PLAIN_NOTES[entity].map((option) => ({ value: option, label: words.option[option]! }))
  return (
    <Select
      {...rest}
      searchable
      data={[...plain, ...entries.map(({ id, name }) => ({ value: id, label: name }))]}
      value={value === '' ? null : value}
      onChange={(kind) => onChange(kind ?? '')}
    />
  )
}

function listOf(entity: EntityType): ListName {
  if (entity === 'ITEM') return 'itemNoteTypes'
  return entity === 'HOLDINGS_RECORD' ? 'holdingsNoteTypes' : 'instanceNoteTypes'
}
