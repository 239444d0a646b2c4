import { PageLink } from '../../ui/page-link.tsx'
import { useInstance } from './api.ts'

/** A link back to the title from the pages of its parts, with its name once that is known. */
export function TitleLink({ instanceId }: { instanceId: string }) {
  const { data } = useInstance(instanceId)
  return (
    <PageLink to="/inventory/$instanceId" params={{ instanceId }}>
      {data?.title ?? '…'}
    </PageLink>
  )
}
