import { Table, Text } from '@mantine/core'
import { marcText } from '#text/marc.ts'
import { LEADER, fieldsOfJson, shownIndicator } from '../../lib/marc-text.ts'
import type { MarcField, MarcJson } from '../../lib/marc-text.ts'
import { factsOf } from './definitions.ts'
import { fixedElements, isFixedTag, leaderElements } from './fixed-fields.ts'
import styles from './marc-table.module.css'
import type { MarcFormat } from './wire.ts'

type Props = {
  record: MarcJson
  format: MarcFormat
  name: string
  /** Names of the fields beside their tags. */
  hasLabels: boolean
  /** What the positions of leader and fixed fields mean. */
  hasPositions: boolean
}

/** A MARC record to read: a field a row, one in another script (880) below the field that it repeats. */
export function MarcTable({ record, format, name, hasLabels, hasPositions }: Props) {
  const rows = besideLinked(fieldsOfJson(record))
  return (
    <Table aria-label={marcText.table(name)} className={styles.table} verticalSpacing={2} highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{marcText.columns.tag}</Table.Th>
          <Table.Th scope="col">{marcText.columns.indicators}</Table.Th>
          <Table.Th scope="col">{marcText.columns.content}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ field, isBeside }, at) => (
          <Table.Tr key={`${at} ${field.tag}`} className={isBeside ? styles.beside : undefined}>
            <Table.Th scope="row" className={styles.tag}>
              {field.tag}
              {hasLabels && (
                <Text size="xs" fw={400} className={styles.label}>
                  {factsOf(format, field.tag).name ?? ''}
                </Text>
              )}
            </Table.Th>
            <Table.Td className={styles.indicators}>
              {field.subfields !== null && `${shownIndicator(field.ind1)}${shownIndicator(field.ind2)}`}
            </Table.Td>
            <Table.Td>
              <Content field={field} />
              {hasPositions && <Positions field={field} format={format} leader={record.leader} />}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Content({ field }: { field: MarcField }) {
  if (field.subfields === null) return <span className={styles.fixed}>{field.value}</span>
  return field.subfields.map(({ code, value }, at) => (
    <span key={`${at} ${code}`}>
      <span className={styles.code}>${code}</span> <bdi>{value}</bdi>{' '}
    </span>
  ))
}

function Positions({ field, format, leader }: { field: MarcField; format: MarcFormat; leader: string }) {
  const { tag, value } = field
  const elements =
    tag === LEADER ? leaderElements(format) : isFixedTag(tag) ? fixedElements(tag, value, format, leader) : []
  if (elements.length === 0) return null
  return (
    <ul className={styles.positions}>
      {elements.map(({ name, label, at, length, values, isList }) => {
        const text = value.slice(at, at + length)
        const meaning = isList
          ? Array.from(text).flatMap((code) => (code === ' ' ? [] : (values?.[code] ?? code)))
          : [values?.[text] ?? '']
        return (
          <li key={`${name} ${at}`}>
            {label}: <span className={styles.fixed}>{text.replaceAll(' ', '_')}</span> {meaning.join(', ')}
          </li>
        )
      })}
    </ul>
  )
}

/** The fields in their order, each 880 behind the field that its $6 names. */
function besideLinked(fields: readonly MarcField[]): { field: MarcField; isBeside: boolean }[] {
  const linked = new Map<string, MarcField[]>()
  const own = fields.filter((field) => {
    const key = field.tag === '880' ? linkage(field) : null
    if (key === null || !fields.some((one) => one.tag !== '880' && linkage(one, true) === key)) return true
    linked.set(key, [...(linked.get(key) ?? []), field])
    return false
  })
  return own.flatMap((field) => {
    const key = field.tag === '880' ? null : linkage(field, true)
    const beside = key === null ? [] : (linked.get(key) ?? [])
    return [{ field, isBeside: false }, ...beside.map((one) => ({ field: one, isBeside: true }))]
  })
}

/** Which pair of fields a field belongs to: tag and number of the pair; null for none. */
function linkage({ tag, subfields }: MarcField, isOriginal = false): string | null {
  const six = subfields?.find(({ code }) => code === '6')?.value
  const found = /^(\d{3})-(\d{2})/.exec(six ?? '')
  if (found === null || found[2] === '00') return null
  return isOriginal ? `${tag}-${found[2]}` : `${found[1]}-${found[2]}`
}
