import { Button, Group, Stack, Table, Text, VisuallyHidden } from '@mantine/core'
import { useMemo, useState } from 'react'
import { diffText } from '#text/diff.ts'
import { diffLines, hunksOf } from '../lib/diff.ts'
import type { FieldChange, LineChange, Segment } from '../lib/diff.ts'
import styles from './diff.module.css'

type LineProps = {
  /** Names the comparison for screen readers. */
  label: string
  before: readonly string[]
  after: readonly string[]
}

/**
 * Two MARC records compared line by line: only what changed with two lines around it, or everything. Signs and hidden
 * words say what colour says too.
 */
export function LineDiff({ label, before, after }: LineProps) {
  const [isWhole, setWhole] = useState(false)
  const rows = useMemo(() => diffLines(before, after), [before, after])
  const hunks = useMemo(
    () => (isWhole ? [{ kind: 'rows' as const, rows, start: 0 }] : hunksOf(rows)),
    [rows, isWhole],
  )
  const hasGaps = isWhole || hunks.some(({ kind }) => kind === 'gap')
  const isSame = hunks.every(({ kind }) => kind === 'gap')
  return (
    <Stack gap="xs">
      {isSame && <Text size="sm">{diffText.none}</Text>}
      <ul className={styles.lines} aria-label={label}>
        {hunks.map((hunk) =>
          hunk.kind === 'gap' ? (
            <li key={hunk.start} className={styles.gap}>
              {diffText.unchanged(hunk.count)}
            </li>
          ) : (
            hunk.rows.map((row, at) => <Row key={`${hunk.start + at}`} row={row} />)
          ),
        )}
      </ul>
      {hasGaps && (
        <Group>
          <Button size="compact-sm" variant="default" onClick={() => setWhole(!isWhole)}>
            {isWhole ? diffText.showChanges : diffText.showAll}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

function Row({ row }: { row: LineChange }) {
  if (row.kind === 'same') {
    return <Line sign={row.isMoved ? '↕' : ''} word={row.isMoved ? diffText.moved : null} text={row.line} />
  }
  if (row.kind === 'removed') return <Line sign="−" word={diffText.removed} look="removed" text={row.line} />
  if (row.kind === 'added') return <Line sign="+" word={diffText.added} look="added" text={row.line} />
  return (
    <>
      <Line sign="−" word={diffText.before} look="removed" text={row.before} />
      <Line sign="+" word={diffText.after} look="added" text={row.after} />
    </>
  )
}

type LineLook = {
  sign: string
  /** What the sign means, for screen readers. */
  word: string | null
  look?: 'removed' | 'added'
  text: string | readonly Segment[]
}

function Line({ sign, word, look, text }: LineLook) {
  const className = look === undefined ? (word === null ? '' : styles.moved) : styles[look]
  return (
    <li className={`${styles.line} ${className}`}>
      <span className={styles.sign} aria-hidden>
        {sign}
      </span>
      <span className={styles.text}>
        {word !== null && <VisuallyHidden>{word}: </VisuallyHidden>}
        {typeof text === 'string' ? text : <Words segments={text} isRemoved={look === 'removed'} />}
      </span>
    </li>
  )
}

function Words({ segments, isRemoved }: { segments: readonly Segment[]; isRemoved: boolean }) {
  return segments.map(({ text, isChanged }, at) => {
    const key = `${at} ${text}`
    if (!isChanged) return <span key={key}>{text}</span>
    return isRemoved ? <del key={key}>{text}</del> : <ins key={key}>{text}</ins>
  })
}

type FieldProps = { label: string; changes: readonly FieldChange[] }

/** What changed of a record, field by field: the field, what it was, what it is. */
export function FieldDiff({ label, changes }: FieldProps) {
  if (changes.length === 0) return <Text size="sm">{diffText.none}</Text>
  return (
    <Table aria-label={label} verticalSpacing={4} layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col" w="26%">
            {diffText.field}
          </Table.Th>
          <Table.Th scope="col">{diffText.from}</Table.Th>
          <Table.Th scope="col">{diffText.to}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {changes.map(({ field, from, to }, at) => (
          <Table.Tr key={`${at} ${field}`}>
            <Table.Th scope="row">{field}</Table.Th>
            <Value value={from} sign="−" look="removed" />
            <Value value={to} sign="+" look="added" />
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Value({ value, sign, look }: { value: string | null; sign: string; look: 'removed' | 'added' }) {
  if (value === null || value === '') {
    return (
      <Table.Td>
        <Text size="sm" c="dimmed">
          {diffText.nothing}
        </Text>
      </Table.Td>
    )
  }
  return (
    <Table.Td className={`${styles.value} ${styles[look]}`}>
      <span aria-hidden>{sign} </span>
      {value}
    </Table.Td>
  )
}
