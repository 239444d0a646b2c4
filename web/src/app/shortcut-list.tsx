import { Kbd, Modal, Stack, Table, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { shortcutText } from '#text/palette.ts'
import { shellText } from '#text/shell.ts'
import { useOfferedActions } from '../lib/actions.ts'
import { printKeys } from '../lib/keys.ts'
import { closeShortcuts } from '../lib/shortcuts.ts'
import { useSingleKeys } from '../lib/single-keys.ts'
import { isCalled } from './palette/entries.ts'

type Line = { label: string; keys: readonly string[] }

const { general } = shortcutText
const TABLES: readonly Line[] = [
  { label: general.rows, keys: ['up', 'down'] },
  { label: general.open, keys: ['enter'] },
  { label: general.peek, keys: ['space'] },
  { label: general.select, keys: ['x'] },
  { label: general.close, keys: ['esc'] },
]

/** Every shortcut that works on this page: made of the same actions as buttons and palette. */
export function ShortcutList() {
  const actions = useOfferedActions()
  const [hasSingleKeys] = useSingleKeys()
  const [text, setText] = useState('')
  const linesOf = (isHere: boolean): Line[] =>
    actions.flatMap(({ label, keys, group }) =>
      keys === undefined || (group === 'general') === isHere ? [] : [{ label, keys }],
    )
  const sections = [
    { title: shortcutText.groups.page, lines: linesOf(true) },
    { title: shortcutText.groups.general, lines: [...linesOf(false), ...TABLES] },
  ]
    .map(({ title, lines }) => ({
      title,
      lines: lines.filter(({ label }) => text === '' || isCalled(label, text)),
    }))
    .filter(({ lines }) => lines.length > 0)
  return (
    <Modal
      opened
      onClose={closeShortcuts}
      title={shortcutText.title}
      size="lg"
      closeButtonProps={{ 'aria-label': shellText.close }}
    >
      <Stack>
        <TextInput
          label={shortcutText.search}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          data-autofocus
        />
        {!hasSingleKeys && <Text size="sm">{shortcutText.off}</Text>}
        {sections.length === 0 && <Text size="sm">{shortcutText.nothing}</Text>}
        {sections.map(({ title, lines }) => (
          <Table key={title} captionSide="top" aria-label={title}>
            <Table.Caption ta="start" fw={600}>
              {title}
            </Table.Caption>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{shortcutText.action}</Table.Th>
                <Table.Th w="40%">{shortcutText.keys}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {lines.map(({ label, keys }) => (
                <Table.Tr key={label}>
                  <Table.Td>{label}</Table.Td>
                  <Table.Td>
                    {keys.map((one) => (
                      <Kbd key={one} mr={6}>
                        {printKeys(one)}
                      </Kbd>
                    ))}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        ))}
      </Stack>
    </Modal>
  )
}
