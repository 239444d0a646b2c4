import { Skeleton } from '@mantine/core'
import { holdingsText, instanceText, itemText, recordText } from '#text/inventory-record.ts'
import { ApiError } from '../../lib/http.ts'
import { Failure } from '../../ui/failure.tsx'
import { Page } from '../../ui/page.tsx'
import { NotFoundPage } from './not-found-page.tsx'

const TEXTS = { instance: instanceText, holdings: holdingsText, item: itemText }

type Props = {
  query: { error: Error | null; refetch: () => unknown }
  kind: keyof typeof TEXTS
  instanceId: string
}

/** What the page of a record shows before the record is here: that it comes, that there is none, or what went wrong. */
export function LoadingPage({ query, kind, instanceId }: Props) {
  const { error, refetch } = query
  if (error instanceof ApiError && [400, 404].includes(error.status)) {
    const { notFound, notFoundHint } = TEXTS[kind]
    return <NotFoundPage title={notFound} hint={notFoundHint} instanceId={instanceId} kind={kind} />
  }
  return (
    <Page title={error ? recordText.failed : recordText.loading}>
      {error ? <Failure error={error} retry={() => void refetch()} /> : <Skeleton h={240} />}
    </Page>
  )
}
