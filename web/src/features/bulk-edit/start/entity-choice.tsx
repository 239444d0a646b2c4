import { Radio, Stack, Text } from '@mantine/core'
import { bulkEditText } from '#text/bulk-edit.ts'
import { useBarrier } from '../../../ui/allowed.tsx'
import type { EntityType } from '../types.ts'
import { RIGHTS } from '../permissions.ts'

export const ENTITIES = ['ITEM', 'HOLDINGS_RECORD', 'INSTANCE', 'USER'] as const

type Props = { value: EntityType; onChange: (entity: EntityType) => void }

/** Which records are edited; types that the person may not find are closed, with the permission that is missing. */
export function EntityChoice({ value, onChange }: Props) {
  return (
    <Radio.Group
      label={bulkEditText.start.edit}
      value={value}
      onChange={(chosen) => onChange(chosen as EntityType)}
    >
      <Stack gap={6} mt={4}>
        {ENTITIES.map((entity) => (
          <EntityRadio key={entity} entity={entity} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

function EntityRadio({ entity }: { entity: EntityType }) {
  const reason = useBarrier({ permission: RIGHTS[entity].view })
  return (
    <div>
      <Radio value={entity} label={bulkEditText.entity[entity]} disabled={reason !== null} />
      {reason !== null && (
        <Text size="xs" c="dimmed" pl={28}>
          {reason}
        </Text>
      )}
    </div>
  )
}
