import { Alert, Anchor, List, Paper, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { importJobText } from '#text/import-job.ts'
import { outcomeText } from '#text/import-outcome.ts'
import { TechnicalDetail } from '../technical-detail.tsx'
import { TitleLink } from '../title-link.tsx'
import { IncomingRecord } from './incoming-record.tsx'
import { placeWords } from './outcome-calls.ts'
import type { MatchStep, Outcome, RecordError } from './outcome-calls.ts'
import { WrittenRecordView } from './written-record.tsx'

type Props = { outcome: Outcome; isForecast: boolean }

/** What became of a record, or would: its error, the matches, what is written with the differences, and how it came. */
export function OutcomeView({ outcome, isForecast }: Props) {
  const { error, matches } = outcome
  const incoming = (
    <Section title={outcomeText.incoming}>
      <IncomingRecord outcome={outcome} marked={error?.marcFields ?? []} value={error?.value ?? null} />
    </Section>
  )
  return (
    <Stack>
      {error !== null && <ErrorCard error={error} />}
      {error !== null && incoming}
      <Section title={isForecast ? outcomeText.forecast : outcomeText.results}>
        <Written outcome={outcome} isForecast={isForecast} />
      </Section>
      <Section title={outcomeText.walk}>
        {matches.length === 0 ? <Text size="sm">{outcomeText.noMatches}</Text> : <Walk matches={matches} />}
      </Section>
      {error === null && incoming}
    </Stack>
  )
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Stack gap="xs" component="section" aria-label={title}>
      <Title order={2} size="h5">
        {title}
      </Title>
      {children}
    </Stack>
  )
}

function ErrorCard({ error }: { error: RecordError }) {
  const where = importJobText.where(error.marcFields.map(placeWords), error.field)
  return (
    <Alert color="red" title={error.text ?? outcomeText.error}>
      {where !== null && <Text size="sm">{where}</Text>}
      <Text size="sm">{error.advice}</Text>
      <TechnicalDetail text={error.folioError ?? ''} />
    </Alert>
  )
}

/** Steps that wrote nothing are told in a line; the others with their differences. */
function Written({ outcome: { steps, records }, isForecast }: Props) {
  // What would be made or changed has no lasting id yet.
  const isShown = (step: (typeof steps)[number]) =>
    records.some(({ id, entityType }) => (isForecast ? entityType === step.entityType : id === step.entityId))
  const others = steps.filter(
    (step) => step.error === null && !isShown(step) && !/MATCH|PARSE/.test(step.actionType),
  )
  if (records.length + others.length === 0)
    return <Text size="sm">{isForecast ? outcomeText.nothingForeseen : outcomeText.nothing}</Text>
  return (
    <>
      {others.length > 0 && (
        <List size="sm">
          {others.map(({ entityType, actionType, entityHrId }, at) => (
            <List.Item key={`${at} ${entityType}`}>
              {outcomeText.step(entityType, actionType, isForecast)} {!isForecast && entityHrId}
            </List.Item>
          ))}
        </List>
      )}
      {records.map((record) => (
        <Paper key={`${record.entityType} ${record.id}`} withBorder p="sm">
          <Title order={3} size="h6" mb="xs">
            {outcomeText.step(record.entityType, record.actionType, isForecast)}{' '}
            {record.hrid !== null && (
              <OpenRecord entityType={record.entityType} id={record.id} hrid={record.hrid} />
            )}
          </Title>
          <WrittenRecordView record={record} />
        </Paper>
      ))}
    </>
  )
}

function OpenRecord({ entityType, id, hrid }: { entityType: string; id: string; hrid: string }) {
  if (entityType !== 'INSTANCE') return hrid
  return (
    <Anchor inherit component={Link} to={`/inventory/${id}`}>
      {hrid}
    </Anchor>
  )
}

function Walk({ matches }: { matches: readonly MatchStep[] }) {
  return (
    <List size="sm" type="ordered">
      {matches.map(({ name, values, hits, records }, at) => (
        <List.Item key={`${at} ${name}`}>
          {outcomeText.lookedFor(name, values)} → {outcomeText.hits(hits)}
          {records.length > 0 && (
            <List size="sm">
              {records.map((record) => (
                <List.Item key={record.id}>
                  <TitleLink {...record} recordType={record.entityType} />
                </List.Item>
              ))}
            </List>
          )}
        </List.Item>
      ))}
    </List>
  )
}
