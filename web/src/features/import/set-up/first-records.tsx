import { Accordion, Alert, Text } from '@mantine/core'
import { useState } from 'react'
import { setUpText } from '#text/import-set-up.ts'
import { linesOfMarc } from '../marc-lines.ts'
import type { FirstRecord } from './inspection.ts'
import styles from './set-up.module.css'

/** The first records of the file, each readable as MARC text. */
export function FirstRecords({ records }: { records: readonly FirstRecord[] }) {
  const [open, setOpen] = useState<string | null>('0')
  return (
    <Accordion value={open} onChange={setOpen} variant="contained" order={3}>
      {records.map((record) => (
        <Accordion.Item key={record.order} value={String(record.order)}>
          <Accordion.Control>
            {setUpText.recordHead(record.order + 1, record.title, record.controlNumber)}
          </Accordion.Control>
          <Accordion.Panel>{open === String(record.order) && <Content record={record} />}</Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  )
}

function Content({ record: { marc, text, error } }: { record: FirstRecord }) {
  if (error !== null) return <Alert color="red">{error}</Alert>
  return (
    <>
      <pre className={styles.marc}>{marc === null ? text : linesOfMarc(marc).join('\n')}</pre>
      {marc?.isCut && <Text size="sm">{setUpText.cut}</Text>}
    </>
  )
}
