import { Alert, Autocomplete, Button, Group, List, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { peopleText } from '#text/settings-people.ts'
import { http } from '../../../lib/http.ts'
import { Failure } from '../../../ui/failure.tsx'
import type { User } from './people-api.ts'
import { namesInText, setsThatGive } from './permission-matrix.ts'
import type { Permission } from './permission-matrix.ts'
import { nameOf } from './permission-picker.tsx'

type Named = { permissionName: string; displayName: string }
type Explanation = Named & { isHeld: boolean; ways: Named[][] }

type Props = {
  user: User
  permissions: readonly Permission[]
  byName: ReadonlyMap<string, Permission>
  onGive: ((role: string) => void) | null
}

/** Explains where a right comes from, or which role would give it (X15). */
export function WhyNot({ user, permissions, byName, onGive }: Props) {
  const [text, setText] = useState('')
  const labels = useMemo(() => {
    const singles = permissions.filter(({ subPermissions }) => subPermissions.length === 0)
    return new Map(singles.map((one) => [nameOf(one), one.permissionName]))
  }, [permissions])
  const asked = labels.get(text) ?? namesInText(text, byName).at(-1) ?? null
  const { data, error } = useQuery({
    queryKey: ['perms', 'explain', user.id, asked],
    queryFn: ({ signal }) =>
      http.get<Explanation>('/octavo/permissions/explain', { userId: user.id, permission: asked! }, signal),
    enabled: asked !== null,
  })
  return (
    <Stack gap="xs">
      <Autocomplete
        label={peopleText.why}
        description={peopleText.whyHint}
        placeholder={peopleText.whyPlaceholder}
        data={[...labels.keys()]}
        limit={30}
        maw={640}
        value={text}
        onChange={setText}
      />
      {error && <Failure error={error} />}
      {data && (
        <Alert color={data.isHeld ? 'green' : 'yellow'} role="status">
          {data.isHeld ? <Held explanation={data} /> : <Missing {...{ data, permissions, byName, onGive }} />}
        </Alert>
      )}
    </Stack>
  )
}

function Held({ explanation: { displayName, ways } }: { explanation: Explanation }) {
  return (
    <>
      <Text size="sm">{peopleText.held(displayName)}</Text>
      <List size="sm">
        {ways.map((way) => {
          const text = peopleText.way(way.map((one) => one.displayName))
          return <List.Item key={text}>{text}</List.Item>
        })}
      </List>
    </>
  )
}

type MissingProps = Omit<Props, 'user'> & { data: Explanation }

/** So many roles are offered. */
const OFFERED = 4

function Missing({ data, permissions, byName, onGive }: MissingProps) {
  const sets = setsThatGive(data.permissionName, permissions, byName)
  return (
    <Stack gap="xs">
      <Text size="sm">{peopleText.notHeld(data.displayName)}</Text>
      <Text size="sm">{sets.length === 0 ? peopleText.nothingGives : peopleText.wouldGive}</Text>
      <Group gap="xs">
        {sets.slice(0, OFFERED).map((set) =>
          onGive === null ? (
            <Text key={set.id} size="sm">
              {nameOf(set)}
            </Text>
          ) : (
            <Button
              key={set.id}
              size="compact-sm"
              variant="default"
              onClick={() => onGive(set.permissionName)}
            >
              {peopleText.give(nameOf(set))}
            </Button>
          ),
        )}
      </Group>
    </Stack>
  )
}
