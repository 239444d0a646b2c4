import { Alert, Button, Group, Table, Text, TextInput } from '@mantine/core'
import { hridText } from '#text/settings-hrid.ts'
import { listsText } from '#text/settings-lists.ts'
import { formatNumber } from '../../../lib/format.ts'
import type { RecordForm } from '../../../ui/record-form.ts'
import type { KindCheck } from './hrid-api.ts'
import { HRID_KINDS, formatHrid, lastNumber, readNumber } from './hrid-settings.ts'
import type { HridKind, HridSettings, TypedHrids } from './hrid-settings.ts'

type Props = {
  settings: HridSettings
  form: RecordForm<TypedHrids>
  counts: Record<HridKind, number | null>
  checks: Record<HridKind, KindCheck>
}

const COLUMNS = [
  hridText.kind,
  hridText.stored,
  hridText.lastUsed,
  hridText.prefix,
  hridText.start,
  hridText.next,
]

/** The three kinds of records with what they give next. */
export function HridTable(props: Props) {
  return (
    <Table.ScrollContainer minWidth={720}>
      <Table aria-label={hridText.table} verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            {COLUMNS.map((label) => (
              <Table.Th key={label} scope="col">
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {HRID_KINDS.map((kind) => (
            <KindRow key={kind} kind={kind} {...props} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function KindRow({ kind, settings, form, counts, checks }: Props & { kind: HridKind }) {
  const name = hridText.kinds[kind]
  const { prefix, start } = form.value[kind]
  const check = checks[kind]
  const number = readNumber(start)
  return (
    <Table.Tr>
      <Table.Th scope="row">{name}</Table.Th>
      <Table.Td>{counts[kind] === null ? listsText.counting : formatNumber(counts[kind])}</Table.Td>
      <Table.Td>{formatNumber(lastNumber(settings[kind]))}</Table.Td>
      <Table.Td>
        <TextInput
          aria-label={hridText.prefixOf(name)}
          value={prefix}
          error={check.prefix}
          w={120}
          onChange={(event) => form.set(`${kind}.prefix`, event.currentTarget.value)}
        />
      </Table.Td>
      <Table.Td>
        <TextInput
          aria-label={hridText.startOf(name)}
          inputMode="numeric"
          value={start}
          error={check.start}
          w={180}
          onChange={(event) => form.set(`${kind}.start`, event.currentTarget.value)}
        />
      </Table.Td>
      <Table.Td>
        <Text ff="monospace" size="sm">
          {number === null ? '' : formatHrid(prefix, number, form.value.keepsZeros)}
        </Text>
        {check.isChecking && (
          <Text size="xs" c="dimmed">
            {hridText.checking}
          </Text>
        )}
        {check.clash && (
          <Clash check={check} prefix={prefix} onUse={(next) => form.set(`${kind}.start`, next)} />
        )}
      </Table.Td>
    </Table.Tr>
  )
}

type ClashProps = { check: KindCheck; prefix: string; onUse: (start: string) => void }

/** Says which numbers are taken, and offers the first that is free above them. */
function Clash({ check, prefix, onUse }: ClashProps) {
  const { first, last, total } = check.clash!
  const free = Number(last.slice(prefix.length)) + 1
  return (
    <Alert color="red" role="alert" p="xs" mt={4}>
      <Group gap="xs">
        <Text size="sm">{hridText.clash(first, last, total)}</Text>
        {Number.isSafeInteger(free) && (
          <Button size="compact-sm" variant="default" onClick={() => onUse(String(free))}>
            {hridText.suggest(free)}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
