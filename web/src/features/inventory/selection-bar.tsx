import { Button, Group, Menu, Text } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { searchText } from '#text/inventory-search.ts'
import { explainError } from '../../ui/failure.tsx'
import { AllowedMenuItem } from '../../ui/allowed.tsx'
import { notify } from '../../ui/notices.ts'
import { CompareWindow } from './compare-window.tsx'
import { downloadResult } from './downloads.ts'
import type { FileFormat } from './downloads.ts'
import { countSelected, nothingSelected, selectionQuery } from './selection.ts'
import type { Selection } from './selection.ts'
import { writeQuery } from './search-state.ts'
import type { SearchState, ShownAs } from './search-state.ts'

type Props = {
  state: SearchState
  shown: ShownAs
  total: number | null
  selection: Selection
  onSelect: (selection: Selection) => void
}

const BULK_TYPES: Record<ShownAs, string> = {
  titles: 'INSTANCE',
  holdings: 'HOLDINGS_RECORD',
  items: 'ITEM',
}
const BULK_PERMISSIONS = ['bulk-operations.item.inventory.put']

/** What is chosen, and what can be done with it; without a choice, with everything that was found. */
export function SelectionBar({ state, shown, total, selection, onSelect }: Props) {
  const navigate = useNavigate()
  const [compared, setCompared] = useState<readonly string[] | null>(null)
  const chosen = countSelected(selection, total)
  const isEverything = chosen === 0 || selection.isAll
  const affected = isEverything ? (total ?? 0) : chosen
  const found = searchText[shown](affected)
  const query = selectionQuery(
    isEverything ? { ...selection, isAll: true } : selection,
    shown,
    writeQuery(state),
  )
  const onlyTitles = shown === 'titles' ? null : searchText.onlyTitles
  const nothing = affected === 0 ? searchText.none.heading : null

  const download = async (format: FileFormat): Promise<void> => {
    try {
      const records = await downloadResult(query, format)
      if (records === null || records >= affected) return
      notify({ text: searchText.withoutMarc(affected - records), kind: 'news' })
    } catch (error) {
      notify({ text: explainError(error as Error), kind: 'problem' })
    }
  }
  const copyLinks = async (): Promise<void> => {
    const links = [...selection.keys].map((id) => new URL(`/app/inventory/${id}`, location.href).href)
    await navigator.clipboard.writeText(links.join('\n'))
    notify({ text: searchText.linksCopied(links.length) })
  }
  const files: [FileFormat, string, string[]][] = [
    ['marc', searchText.exportMarc, ['source-storage.source-records.collection.get']],
    ['csv', searchText.exportCsv, []],
    ['uuids', searchText.exportIds, []],
    ['hrids', searchText.exportHrids, []],
  ]
  return (
    <Group gap="xs">
      {chosen > 0 && (
        <>
          <Text size="sm">
            {selection.isAll ? searchText.allSelected(found) : searchText.selected(chosen)}
          </Text>
          {!selection.isAll && total !== null && chosen < total && (
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => onSelect({ ...selection, isAll: true })}
            >
              {searchText.selectAll(searchText[shown](total))}
            </Button>
          )}
          <Button size="compact-sm" variant="subtle" onClick={() => onSelect(nothingSelected)}>
            {searchText.clearSelection}
          </Button>
        </>
      )}
      <Menu position="bottom-start">
        <Menu.Target>
          <Button size="xs" variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
            {searchText.actions}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <AllowedMenuItem
            permission={BULK_PERMISSIONS}
            disabledReason={nothing}
            onClick={() =>
              void navigate({
                to: '/bulk-edit',
                search: { by: 'search', type: BULK_TYPES[shown], query, total: affected },
              } as never)
            }
          >
            {searchText.bulkEdit(found)}
          </AllowedMenuItem>
          {files.map(([format, label, needed]) => (
            <AllowedMenuItem
              key={format}
              permission={['search.instances.collection.get', ...needed]}
              disabledReason={onlyTitles ?? nothing}
              onClick={() => void download(format)}
            >
              {label}
            </AllowedMenuItem>
          ))}
          <AllowedMenuItem
            permission={[]}
            disabledReason={onlyTitles ?? (chosen === 0 || selection.isAll ? searchText.selectOnly : null)}
            onClick={() => void copyLinks()}
          >
            {searchText.copyLinks}
          </AllowedMenuItem>
          <AllowedMenuItem
            permission={['search.instances.collection.get']}
            disabledReason={onlyTitles ?? (selection.keys.size === 2 ? null : searchText.compareNeedsTwo)}
            onClick={() => setCompared([...selection.keys])}
          >
            {searchText.compare}
          </AllowedMenuItem>
        </Menu.Dropdown>
      </Menu>
      {compared !== null && <CompareWindow ids={compared} onClose={() => setCompared(null)} />}
    </Group>
  )
}
