import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Menu,
  SegmentedControl,
  Select,
  Text,
  VisuallyHidden,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconArrowsSort, IconColumns3 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { searchText } from '#text/inventory-search.ts'
import { useColumns } from './result-table.tsx'
import { SHOWN_AS } from './search-state.ts'
import type { SearchState, ShownAs, SortName } from './search-state.ts'
import type { ChangeSearch } from './use-search.ts'

/** A count is said once, when nothing has changed for this time. */
const SAY_AFTER_MS = 700

const SORTS_OF: Record<ShownAs, readonly SortName[]> = {
  titles: ['relevance', 'title', 'contributors', 'date', 'updated'],
  holdings: ['relevance', 'title', 'date'],
  items: ['relevance', 'title', 'barcode', 'status', 'date'],
}

type Props = {
  state: SearchState
  shown: ShownAs
  count: number | null
  isFailed: boolean
  onChange: ChangeSearch
  onNarrow: (() => void) | null
  actions: ReactNode
}

/** How many were found, their order, as what they are shown, and what can be done with them. */
export function ResultHeader({ state, shown, count, isFailed, onChange, onNarrow, actions }: Props) {
  const found = isFailed ? '' : count === null ? searchText.counting : searchText[shown](count)
  const sort = state.sort ?? 'relevance'
  const [said] = useDebouncedValue(
    count === null ? '' : searchText.announced(found, searchText.sorts[sort]),
    SAY_AFTER_MS,
  )
  return (
    <Group justify="space-between" gap="xs">
      <Group gap="xs">
        {onNarrow !== null && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
            onClick={onNarrow}
          >
            {searchText.narrow}
          </Button>
        )}
        <Text fw={600}>{found}</Text>
        <VisuallyHidden role="status">{said}</VisuallyHidden>
        {actions}
      </Group>
      <Group gap="xs">
        <SegmentedControl
          size="xs"
          aria-label={searchText.showAs}
          value={shown}
          data={SHOWN_AS.map((value) => ({ value, label: searchText.shown[value] }))}
          onChange={(value) =>
            onChange({ show: value === 'titles' ? undefined : value, sort: undefined, desc: undefined })
          }
        />
        <Select
          size="xs"
          w={130}
          aria-label={searchText.sortBy}
          data={SORTS_OF[shown].map((value) => ({ value, label: searchText.sorts[value] }))}
          value={sort}
          allowDeselect={false}
          onChange={(value) =>
            onChange({ sort: value === 'relevance' ? undefined : (value as SortName), desc: undefined })
          }
        />
        <ActionIcon
          size={30}
          variant="default"
          aria-pressed={state.desc === true}
          aria-label={state.desc ? searchText.forwards : searchText.backwards}
          title={state.desc ? searchText.forwards : searchText.backwards}
          disabled={sort === 'relevance'}
          onClick={() => onChange({ desc: state.desc ? undefined : true })}
        >
          <IconArrowsSort size={16} aria-hidden />
        </ActionIcon>
        <ColumnMenu shown={shown} />
      </Group>
    </Group>
  )
}

function ColumnMenu({ shown }: { shown: ShownAs }) {
  const { columns, wanted, choose } = useColumns(shown)
  return (
    <Menu closeOnItemClick={false} position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconColumns3 size={16} aria-hidden />}>
          {searchText.chooseColumns}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {columns
          .filter(({ id }) => id !== 'title')
          .map(({ id, header }) => {
            const isOn = wanted.includes(id)
            return (
              <Menu.Item
                key={id}
                role="menuitemcheckbox"
                aria-checked={isOn}
                leftSection={<Checkbox.Indicator size="xs" checked={isOn} />}
                onClick={() => choose(isOn ? wanted.filter((one) => one !== id) : [...wanted, id])}
              >
                {header}
              </Menu.Item>
            )
          })}
      </Menu.Dropdown>
    </Menu>
  )
}
