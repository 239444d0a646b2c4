import { Alert, Button, Group } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { bulkEditText } from '#text/bulk-edit.ts'
import { http, request } from '../../../lib/http.ts'
import { Failure } from '../../../ui/failure.tsx'
import { findByIdentifiers, keys } from '../api.ts'
import type { Operation } from '../api.ts'
import type { IdentifierType } from '../types.ts'

const words = bulkEditText.records

type OtherKinds = { looked: number; kinds: { identifierType: IdentifierType; found: number }[] }

/** Offers to look for another kind of identifiers where most of a list was not found, and another kind finds it. */
export function OtherKinds({ operation }: { operation: Operation }) {
  const { id } = operation
  const { data } = useQuery({
    queryKey: [...keys.one(id), 'other-kinds'],
    queryFn: ({ signal }) => http.get<OtherKinds>(`/octavo/bulk-operations/${id}/other-kinds`, {}, signal),
  })
  const [best] = data?.kinds ?? []
  if (data === undefined || best === undefined) return null
  return <Switch operation={operation} looked={data.looked} kind={best.identifierType} found={best.found} />
}

type SwitchProps = { operation: Operation; looked: number; kind: IdentifierType; found: number }

function Switch({ operation: { id, entityType }, looked, kind, found }: SwitchProps) {
  const navigate = useNavigate()
  const other = bulkEditText.identifier[kind]
  const again = useMutation({
    mutationFn: async () => {
      const path = `/bulk-operations/${id}/download?fileContentType=TRIGGERING_FILE`
      const content = await (await request('GET', path)).blob()
      return findByIdentifiers({ entity: entityType, kind, name: 'list.csv', content })
    },
    onSuccess: (operation) => navigate({ to: `/bulk-edit/${operation.id}/records` }),
  })
  return (
    <Alert color="blue" title={words.otherKind(found, looked, other)}>
      <Group>
        <Button size="compact-sm" onClick={() => again.isPending || again.mutate()}>
          {words.switchTo(other)}
        </Button>
      </Group>
      {again.error && <Failure error={again.error} />}
    </Alert>
  )
}
