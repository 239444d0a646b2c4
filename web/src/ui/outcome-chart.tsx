import { Table } from '@mantine/core'
import { jobText } from '#text/jobs.ts'
import { formatNumber } from '../lib/format.ts'
import styles from './outcome-chart.module.css'

/** What became of the records of one type. */
export type Outcome = {
  /** "Instances" */
  label: string
  created: number
  updated: number
  discarded: number
  errors: number
}

const KINDS = ['created', 'updated', 'discarded', 'errors'] as const

type Props = {
  rows: readonly Outcome[]
  /** Names the table; "What happened to the records" unless something else is counted. */
  label?: string
  /** The heads of the four columns, when they are not yet done ("Would create"). */
  heads?: Record<(typeof KINDS)[number], string>
}

const DONE = {
  created: jobText.created,
  updated: jobText.updated,
  discarded: jobText.discarded,
  errors: jobText.errors,
}

/** Outcomes by record type: a bar for the eye, and beside it the table with the exact numbers that the bar is drawn of. */
export function OutcomeChart({ rows, label = jobText.outcomes, heads = DONE }: Props) {
  return (
    <Table.ScrollContainer minWidth={480} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table aria-label={label} verticalSpacing={6} withRowBorders>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{jobText.recordType}</Table.Th>
            {KINDS.map((kind) => (
              <Table.Th key={kind} scope="col" className={styles.number}>
                <span aria-hidden className={`${styles.key} ${styles[kind]}`} />
                {heads[kind]}
              </Table.Th>
            ))}
            <Table.Th scope="col" w="30%">
              {jobText.share}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.label}>
              <Table.Th scope="row" fw={500}>
                {row.label}
              </Table.Th>
              {KINDS.map((kind) => (
                <Table.Td key={kind} className={styles.number}>
                  {formatNumber(row[kind])}
                </Table.Td>
              ))}
              <Table.Td>
                <Bar row={row} heads={heads} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function Bar({ row, heads }: { row: Outcome; heads: Record<(typeof KINDS)[number], string> }) {
  const total = KINDS.reduce((sum, kind) => sum + row[kind], 0)
  const present = KINDS.filter((kind) => row[kind] > 0)
  const share = (kind: (typeof KINDS)[number]) => (row[kind] / Math.max(1, total)) * 100
  const words = present.map((kind) => `${heads[kind]} ${Math.round(share(kind))} %`).join(', ')
  return (
    <div className={styles.bar} role="img" aria-label={jobText.outcomeShares(words)}>
      {present.map((kind) => (
        <span key={kind} className={styles[kind]} style={{ width: `${share(kind)}%` }} />
      ))}
    </div>
  )
}
