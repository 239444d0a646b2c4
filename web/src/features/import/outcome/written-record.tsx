import { Button, Table, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { outcomeText } from '#text/import-outcome.ts'
import type { FieldChange } from '../../../lib/diff.ts'
import { tidyLine } from '../../../lib/marc-text.ts'
import { FieldDiff, LineDiff } from '../../../ui/diff.tsx'
import { linesOfMarc } from '../marc-lines.ts'
import { fieldsOfDocument, textOfValue } from './flat-fields.ts'
import type { WrittenRecord } from './outcome-calls.ts'

/** What changed of one record: MARC line by line, the others field by field; of a new one all it has. */
export function WrittenRecordView({ record }: { record: WrittenRecord }) {
  const { entityType, marc, after, changes, omitted = 0, actionType } = record
  const name = outcomeText.entity(entityType)
  const fields = useMemo(() => {
    if (changes.length > 0) {
      return changes.map(({ path, before, after: to }) => ({
        field: path,
        from: textOfValue(before),
        to: textOfValue(to),
      }))
    }
    return actionType === 'CREATE' && after !== null ? fieldsOfDocument(after) : []
  }, [changes, after, actionType])
  if (entityType.startsWith('MARC_')) return <MarcChanges record={record} name={name} />
  if (marc === null && fields.length === 0) return <Text size="sm">{outcomeText.same}</Text>
  if (actionType === 'CREATE') return <NewRecord name={name} fields={fields} />
  return (
    <>
      <FieldDiff label={outcomeText.fields(name)} changes={fields} />
      {omitted > 0 && <Text size="sm">{outcomeText.omitted(omitted)}</Text>}
    </>
  )
}

/** All that a new record has, on demand: it says nothing about a change. */
function NewRecord({ name, fields }: { name: string; fields: readonly FieldChange[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="compact-sm" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? outcomeText.hideFields : outcomeText.showFields(fields.length)}
      </Button>
      {isOpen && (
        <Table aria-label={outcomeText.fields(name)} mt="xs" verticalSpacing={4} layout="fixed">
          <Table.Tbody>
            {fields.map(({ field, to }) => (
              <Table.Tr key={field}>
                <Table.Th scope="row" w="35%">
                  {field}
                </Table.Th>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{to}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </>
  )
}

function MarcChanges({
  record: { marc, changes, omitted = 0 },
  name,
}: {
  record: WrittenRecord
  name: string
}) {
  const sides = useMemo(() => {
    if (marc !== null) {
      const lines = (one: typeof marc.before) => (one === null ? [] : linesOfMarc(one))
      return { before: lines(marc.before), after: lines(marc.after) }
    }
    // A preview tells the lines that would change, not the whole record.
    const lines = (side: 'before' | 'after') =>
      changes.flatMap((change) => {
        const text = textOfValue(change[side])
        return text === null ? [] : tidyLine(text)
      })
    return { before: lines('before'), after: lines('after') }
  }, [marc, changes])
  return (
    <>
      <LineDiff label={outcomeText.lines(name)} before={sides.before} after={sides.after} />
      {omitted > 0 && <Text size="sm">{outcomeText.omitted(omitted)}</Text>}
    </>
  )
}
