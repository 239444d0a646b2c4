import { NativeSelect, Stack, Text } from '@mantine/core'
import { importProfilesText as words } from '#text/import-profiles.ts'
import { MappingRows } from './mapping-rows.tsx'
import { MarcLines } from './marc-lines.tsx'
import { ACTIONS, actionWord, newMapping } from './new-steps.ts'
import { mappingOf } from './tree.ts'
import type { ActionKind, Content, FolioRecord, ProfileNode } from './types.ts'

type Props = {
  node: ProfileNode
  isReadOnly: boolean
  onChange: (change: (node: ProfileNode) => ProfileNode) => void
}

/** An action with its mapping, which is edited in place. */
export function ActionPanel({ node, isReadOnly, onChange }: Props) {
  const { action = 'CREATE', folioRecord = 'INSTANCE' } = node.content
  const mapping = mappingOf(node)
  const options = ACTIONS.map(([kind, record]) => ({
    value: `${kind} ${record}`,
    label: actionWord(kind, record),
  }))
  const value = `${action} ${folioRecord}`
  const isKnown = options.some((option) => option.value === value)
  const choose = (chosen: string) =>
    onChange((old) => {
      const [kind, record] = chosen.split(' ') as [ActionKind, FolioRecord]
      const fresh = newMapping(old.content.name, kind, record)
      return {
        ...old,
        content: { ...old.content, action: kind, folioRecord: record },
        childSnapshotWrappers: fresh === null ? [] : [fresh],
      }
    })
  const changeDetails = (details: Partial<NonNullable<Content['mappingDetails']>>) =>
    onChange((old) => ({
      ...old,
      childSnapshotWrappers: old.childSnapshotWrappers.map((child) =>
        child.contentType === 'MAPPING_PROFILE' && child.content.mappingDetails !== undefined
          ? {
              ...child,
              content: {
                ...child.content,
                mappingDetails: { ...child.content.mappingDetails, ...details },
              },
            }
          : child,
      ),
    }))
  const details = mapping?.content.mappingDetails
  return (
    <Stack gap="sm">
      <NativeSelect
        label={words.action}
        value={value}
        disabled={isReadOnly}
        data={isKnown ? options : [{ value, label: actionWord(action, folioRecord) }, ...options]}
        onChange={(event) => choose(event.currentTarget.value)}
        maw={360}
      />
      {details === undefined && <Text size="sm">{words.noMapping}</Text>}
      {details !== undefined && folioRecord.startsWith('MARC_') && (
        <MarcLines
          lines={details.marcMappingDetails ?? []}
          isModify={action === 'MODIFY'}
          isReadOnly={isReadOnly}
          onChange={(marcMappingDetails) => changeDetails({ marcMappingDetails })}
        />
      )}
      {details !== undefined && !folioRecord.startsWith('MARC_') && (
        <MappingRows
          record={folioRecord}
          rules={details.mappingFields ?? []}
          isReadOnly={isReadOnly}
          onChange={(mappingFields) => changeDetails({ mappingFields })}
        />
      )}
    </Stack>
  )
}
