import { Anchor, Code, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { bulkEditText } from '#text/bulk-edit.ts'
import { bulkEditSearchText as words } from '#text/bulk-edit-search.ts'
import { ApiError } from '../../../lib/http.ts'
import { AllowedButton } from '../../../ui/allowed.tsx'
import { Failure } from '../../../ui/failure.tsx'
import type { Operation } from '../api.ts'
import { RIGHTS, START_BY_LIST, START_BY_QUERY, START_BY_SEARCH } from '../permissions.ts'
import type { StartSearch } from '../routes.tsx'
import type { EntityType } from '../types.ts'
import { ConditionList } from './condition-list.tsx'
import { isWhole, newCondition, writeFql } from './fql.ts'
import type { ConditionDraft, QueryField } from './fql.ts'
import { findByQuery, findBySearch, useQueryFields } from './search-api.ts'

type Props = { entity: EntityType; search: StartSearch }

/** Records by a search: one that inventory handed over, or conditions that are made here. */
export function SearchForm({ entity, search }: Props) {
  const { query } = search
  if (query === undefined) return <Conditions entity={entity} search={search} />
  return query.trimStart().startsWith('{') ? (
    <HandedOver
      entity={entity}
      search={search}
      find={() => findByQuery(entity, query, query)}
      needs={START_BY_QUERY}
    />
  ) : (
    <HandedOver
      entity={entity}
      search={search}
      find={() => findBySearch(entity, query)}
      needs={[...START_BY_SEARCH, ...START_BY_LIST]}
    />
  )
}

type HandedOverProps = Props & { find: () => Promise<Operation>; needs: readonly string[] }

function HandedOver({ entity, search: { query, total, type }, find, needs }: HandedOverProps) {
  const which = entity === 'INSTANCE_MARC' ? 'INSTANCE' : entity
  return (
    <Stack gap="xs">
      <Text>{total === undefined ? words.handedOverUnknown : words.handedOver(total)}</Text>
      <Code block>{query}</Code>
      <Text>{words.which[which]}</Text>
      <FindButton
        entity={entity}
        find={find}
        needs={needs}
        disabledReason={entity === 'USER' ? words.which.USER : null}
      />
      <Anchor component={Link} to="/bulk-edit" search={{ by: 'search', type } as never} size="sm">
        {words.another}
      </Anchor>
    </Stack>
  )
}

function Conditions({ entity, search }: Props) {
  const { data: fields, error, refetch } = useQueryFields(entity)
  const [conditions, setConditions] = useState<readonly ConditionDraft[]>([newCondition()])
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (fields === undefined) return null
  const known = conditions.map((one) =>
    fields.some(({ name }) => name === one.field) ? one : { ...one, field: '' },
  )
  return (
    <Stack key={search.type}>
      <ConditionList fields={fields} conditions={known} onChange={setConditions} />
      <FindButton
        entity={entity}
        find={() => findByQuery(entity, writeFql(known, fields), inWords(known, fields))}
        needs={START_BY_QUERY}
        disabledReason={known.every(isWhole) ? null : words.incomplete}
      />
    </Stack>
  )
}

/** The conditions as a sentence, for the history. */
function inWords(conditions: readonly ConditionDraft[], fields: readonly QueryField[]): string {
  return conditions
    .map(({ field, operator, value }) => {
      const label = fields.find(({ name }) => name === field)?.label ?? field
      const isValued = operator !== 'empty' && operator !== 'filled'
      return [label, words.operators[operator], ...(isValued ? [value] : [])].join(' ')
    })
    .join('; ')
}

type ButtonProps = {
  entity: EntityType
  find: () => Promise<Operation>
  needs: readonly string[]
  disabledReason: string | null
}

function FindButton({ entity, find, needs, disabledReason }: ButtonProps) {
  const navigate = useNavigate()
  const search = useMutation({
    mutationFn: find,
    onSuccess: ({ id }) => navigate({ to: `/bulk-edit/${id}/records` }),
  })
  const { error } = search
  return (
    <>
      {error &&
        (error instanceof ApiError ? <Failure error={error} /> : <Text role="alert">{error.message}</Text>)}
      <Group>
        <AllowedButton
          permission={[...needs, ...RIGHTS[entity].view]}
          disabledReason={disabledReason}
          onClick={() => search.isPending || search.mutate()}
          aria-busy={search.isPending}
        >
          {search.isPending ? words.searching : bulkEditText.start.find}
        </AllowedButton>
      </Group>
    </>
  )
}
