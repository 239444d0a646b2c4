import { Badge, Kbd, ScrollArea, Text } from '@mantine/core'
import type { MouseEvent } from 'react'
import { useEffect, useRef } from 'react'
import { paletteText } from '#text/palette.ts'
import { printKeys } from '../../lib/keys.ts'
import type { Entry, Group } from './entries.ts'
import styles from './palette.module.css'

/** The id of an entry's element, for the field that points at it. */
export function entryId(entry: Entry): string {
  return `palette-${entry.id.replaceAll(/[^\w-]/g, '-')}`
}

type Props = {
  groups: readonly Group[]
  current: Entry | undefined
  onOpen: (entry: Entry, isNewTab: boolean) => void
}

/** The entries in their groups. The field keeps the focus; the current entry is marked and kept in sight. */
export function EntryList({ groups, current, onOpen }: Props) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <ScrollArea.Autosize mah="50vh" type="auto" viewportProps={{ tabIndex: -1 }}>
      <div role="listbox" id="palette-entries" aria-label={paletteText.title} ref={list}>
        {groups.map((group) => (
          <div role="group" key={group.id} aria-labelledby={`palette-group-${group.id}`}>
            <Text
              size="xs"
              fw={600}
              c="dimmed"
              px="md"
              pt={8}
              pb={2}
              id={`palette-group-${group.id}`}
              role="presentation"
            >
              {paletteText.groups[group.id]}
            </Text>
            {group.entries.map((entry) => (
              <Option key={entry.id} entry={entry} isCurrent={entry.id === current?.id} onOpen={onOpen} />
            ))}
          </div>
        ))}
      </div>
    </ScrollArea.Autosize>
  )
}

type OptionProps = { entry: Entry; isCurrent: boolean; onOpen: Props['onOpen'] }

function Option({ entry, isCurrent, onOpen }: OptionProps) {
  const click = (event: MouseEvent): void => onOpen(entry, event.ctrlKey || event.metaKey)
  return (
    // The field above has the focus and the keys; the mouse is the other way.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      role="option"
      tabIndex={-1}
      id={entryId(entry)}
      aria-selected={isCurrent}
      aria-disabled={entry.disabledReason !== undefined}
      className={styles.option}
      onClick={click}
      onMouseDown={(event) => event.preventDefault()}
    >
      {entry.kind !== undefined && (
        <Badge variant="light" size="sm" color="gray" className={styles.kind ?? ''}>
          {entry.kind}
        </Badge>
      )}
      <span className={styles.label}>
        <Text span size="sm" className={styles.name ?? ''}>
          {entry.label}
        </Text>
        {(entry.detail || entry.disabledReason !== undefined) && (
          <Text span size="xs" c="dimmed" className={styles.name ?? ''}>
            {entry.disabledReason === undefined ? entry.detail : paletteText.closed(entry.disabledReason)}
          </Text>
        )}
      </span>
      {entry.keys !== undefined && <Kbd size="xs">{printKeys(entry.keys)}</Kbd>}
    </div>
  )
}
