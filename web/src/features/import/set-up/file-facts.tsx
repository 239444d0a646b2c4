import { Alert, List, Stack, Text } from '@mantine/core'
import { setUpText } from '#text/import-set-up.ts'
import type { Inspection } from './inspection.ts'
import styles from './set-up.module.css'

/** Tags that say most about a file stand first; the others follow in their order. */
const TELLING = ['245', '001', '035', '020', '949', '952', '980', '999']

/** What the file holds: fields with their counts, encoding, and what is wrong with it. */
export function FileFacts({ inspection }: { inspection: Inspection }) {
  const { recordsRead, recordCount, isComplete, tags, defects } = inspection
  const ordered = [...tags].sort((a, b) => rank(a.tag) - rank(b.tag) || a.tag.localeCompare(b.tag))
  return (
    <Stack gap="sm">
      {!isComplete && <Text size="sm">{setUpText.soFar(recordsRead, recordCount)}</Text>}
      <Text size="sm">{encodingWords(inspection)}</Text>
      {tags.length > 0 && (
        <>
          <Text size="sm" fw={600}>
            {setUpText.fields}
          </Text>
          <ul className={styles.tags}>
            {ordered.map(({ tag, records }) => (
              <li key={tag}>{setUpText.tag(tag, records)}</li>
            ))}
          </ul>
        </>
      )}
      {isComplete && missing035(inspection) > 0 && (
        <Text size="sm">{setUpText.without(missing035(inspection), '035')}</Text>
      )}
      {defects.length > 0 && (
        <Alert color="orange" title={setUpText.defects(defects.reduce((sum, { count }) => sum + count, 0))}>
          <List size="sm">
            {defects.map(({ kind, count, isReadable, sampleOrders, example }) => (
              <List.Item key={kind}>
                {setUpText.defect(kind, count, isReadable)} {setUpText.places(sampleOrders, count)}
                <Text size="xs" c="dimmed">
                  {example}
                </Text>
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </Stack>
  )
}

function rank(tag: string): number {
  const at = TELLING.indexOf(tag)
  return at === -1 ? TELLING.length : at
}

function missing035({ recordsRead, tags, recordTypes }: Inspection): number {
  if (!recordTypes.some(({ name }) => name.startsWith('MARC'))) return 0
  return recordsRead - (tags.find(({ tag }) => tag === '035')?.records ?? 0)
}

function encodingWords({ declaredEncodings, foundEncodings }: Inspection): string {
  const names = (counted: Inspection['foundEncodings']) => counted.map(({ name }) => name)
  return setUpText.encoding(names(declaredEncodings), names(foundEncodings))
}
