import { SegmentedControl, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { outcomeText } from '#text/import-outcome.ts'
import { linesOfMarc } from '../marc-lines.ts'
import styles from './outcome.module.css'
import type { MarcPlace, Outcome } from './outcome-calls.ts'

type Props = {
  outcome: Outcome
  marked: readonly MarcPlace[]
  /** The value that the error is about; marks its line where no place is known. */
  value: string | null
}

/** The record as it came: MARC as text with the fields of the error marked, as JSON, or its bytes when it can't be read. */
export function IncomingRecord({ outcome, marked, value }: Props) {
  const { incoming, byteOffset, byteLength } = outcome
  const [form, setForm] = useState<'text' | 'json'>('text')
  if (incoming === null) return <Text size="sm">{outcomeText.notKept}</Text>
  const { marc, json, text, raw } = incoming
  return (
    <Stack gap="xs">
      {byteOffset !== null && (
        <Text size="sm" c="dimmed">
          {outcomeText.place(byteOffset, byteLength)}
        </Text>
      )}
      {marc !== null && (
        <SegmentedControl
          size="xs"
          aria-label={outcomeText.form}
          value={form}
          onChange={(next) => setForm(next as 'text' | 'json')}
          data={[
            { value: 'text', label: outcomeText.forms.text },
            { value: 'json', label: outcomeText.forms.json },
          ]}
          style={{ alignSelf: 'flex-start' }}
        />
      )}
      {marc !== null && form === 'text' ? (
        <Lines lines={linesOfMarc(marc)} marked={marked} value={value} />
      ) : (
        <pre className={styles.marc} tabIndex={0} aria-label={outcomeText.incoming}>
          {marc !== null ? JSON.stringify(json, null, 2) : (text ?? visible(raw ?? ''))}
        </pre>
      )}
      {marc?.isCut && <Text size="sm">{outcomeText.cut}</Text>}
    </Stack>
  )
}

type LinesProps = { lines: readonly string[] } & Omit<Props, 'outcome'>

function Lines({ lines, marked, value }: LinesProps) {
  const isMarked = (line: string) =>
    marked.length > 0
      ? marked.some(({ tag, code }) => line.startsWith(tag) && (code === null || line.includes(`$${code} `)))
      : value !== null && value !== '' && line.includes(` ${value}`)
  // A field that is missing has no line of its own: then every line of its tag is meant, if there is one.
  const isMeant = lines.some(isMarked)
    ? isMarked
    : (line: string) => marked.some(({ tag }) => line.startsWith(tag))
  return (
    <>
      {lines.some(isMeant) && (
        <Text size="sm" c="dimmed">
          {outcomeText.marked}
        </Text>
      )}
      <ol className={styles.lines} aria-label={outcomeText.incoming}>
        {lines.map((line, at) => (
          <li key={`${at} ${line.slice(0, 3)}`} data-marked={isMeant(line) || undefined}>
            {isMeant(line) && <VisuallyHidden>{outcomeText.mark}</VisuallyHidden>}
            {line}
          </li>
        ))}
      </ol>
    </>
  )
}

/** Bytes as text, the delimiters of MARC as the signs that stand for them. */
function visible(raw: string): string {
  return raw.replaceAll('\u001e', '␞').replaceAll('\u001f', '␟').replaceAll('\u001d', '␝')
}
