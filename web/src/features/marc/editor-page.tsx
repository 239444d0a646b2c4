import { Alert, Loader } from '@mantine/core'
import { useMemo } from 'react'
import { marcText } from '#text/marc.ts'
import { ApiError } from '../../lib/http.ts'
import { Failure } from '../../ui/failure.tsx'
import { Page } from '../../ui/page.tsx'
import { useRecord } from './api.ts'
import { EditRecord } from './edit-record.tsx'
import { linesOfView } from './record-lines.ts'
import { nameOfLines } from './subject.ts'
import type { Subject } from './subject.ts'
import { useSubject } from './use-subject.ts'
import type { RecordView } from './wire.ts'

/** The MARC editor for a stored record. */
export function EditorPage() {
  const subject = useSubject()
  const record = useRecord(subject.id)
  if (record.error !== null && record.data === undefined) {
    const isAbsent = record.error instanceof ApiError && record.error.status === 404
    return (
      <Page title={marcText.edit}>
        {isAbsent ? (
          <Alert>{marcText.noRecord}</Alert>
        ) : (
          <Failure error={record.error} retry={() => void record.refetch()} />
        )}
      </Page>
    )
  }
  if (record.data === undefined) {
    return (
      <Page title={marcText.edit}>
        <Loader aria-label={marcText.checking} />
      </Page>
    )
  }
  return <Loaded key={subject.id} subject={subject} record={record.data} />
}

function Loaded({ subject, record }: { subject: Subject; record: RecordView }) {
  // What the editor began with stays, whatever later answers of the server say: they may not move under the hands.
  const start = useMemo(() => {
    const lines = linesOfView(record)
    const name = nameOfLines(lines, record.marcFormat)
    return {
      stored: record,
      isNew: false,
      lines,
      draftName: `marc.${subject.id}`,
      title: `${marcText.edit}: ${name}`,
      address: subject.editAddress,
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the first answer only
  }, [subject.id])
  return <EditRecord start={start} format={record.marcFormat} back={subject.address} />
}
