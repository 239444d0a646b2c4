import { Table, Text, Tooltip, VisuallyHidden } from '@mantine/core'
import { peopleText } from '#text/settings-people.ts'
import { POWERS, permissionMatrix } from './permission-matrix.ts'
import type { Cell, Permission } from './permission-matrix.ts'

type Props = {
  label: string
  permissions: readonly Permission[]
  held: ReadonlySet<string>
  onlyHeld: boolean
}

/** What somebody may do: a row an area, a column a power; marks have words. */
export function MatrixTable({ label, permissions, held, onlyHeld }: Props) {
  const rows = permissionMatrix(permissions, held).filter(
    ({ cells }) => !onlyHeld || POWERS.some((power) => cells[power].held.length > 0),
  )
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table aria-label={label} striped stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{peopleText.area}</Table.Th>
            {POWERS.map((power) => (
              <Table.Th key={power} scope="col">
                {peopleText.powers[power]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ area, cells }) => (
            <Table.Tr key={area}>
              <Table.Th scope="row">{area}</Table.Th>
              {POWERS.map((power) => (
                <Table.Td key={power}>
                  <CellText cell={cells[power]} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

/** So many names are listed in the hint of a cell. */
const MOST_NAMES = 20

function CellText({ cell: { all, held } }: { cell: Cell }) {
  if (all === 0) {
    return (
      <Text size="sm" c="dimmed">
        <span aria-hidden>{peopleText.noSuch}</span>
        <VisuallyHidden>{peopleText.notInArea}</VisuallyHidden>
      </Text>
    )
  }
  if (held.length === 0) return <Text size="sm">{peopleText.none}</Text>
  const text = held.length === all ? `✓ ${peopleText.all}` : peopleText.some(held.length, all)
  return (
    <Tooltip label={held.slice(0, MOST_NAMES).join('; ')} multiline maw={360} withArrow>
      <Text size="sm" fw={600} w="fit-content">
        {text}
      </Text>
    </Tooltip>
  )
}
