import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Fragment } from 'react'
import { instanceText } from '#text/inventory-record.ts'
import { http } from '../../lib/http.ts'
import { ReferenceName } from '../../ui/field-value.tsx'
import styles from '../../ui/record-sections.module.css'
import { PageLink } from '../../ui/page-link.tsx'
import { keys } from './api.ts'
import type { Instance } from './records.ts'

type Related = {
  label: string
  id: string | undefined
  title: string | undefined
  typeId?: string | undefined
}

function relatedOf(instance: Instance): Related[] {
  const { precedingTitles = [], succeedingTitles = [], parentInstances = [], childInstances = [] } = instance
  return [
    ...precedingTitles.map(({ precedingInstanceId: id, title }) => ({
      label: instanceText.before,
      id,
      title,
    })),
    ...succeedingTitles.map(({ succeedingInstanceId: id, title }) => ({
      label: instanceText.after,
      id,
      title,
    })),
    ...parentInstances.map(({ superInstanceId: id, instanceRelationshipTypeId: typeId }) => ({
      label: instanceText.parents,
      id,
      title: undefined,
      typeId,
    })),
    ...childInstances.map(({ subInstanceId: id, instanceRelationshipTypeId: typeId }) => ({
      label: instanceText.children,
      id,
      title: undefined,
      typeId,
    })),
  ]
}

/** Titles before and after, wholes and parts, with links where they are in the inventory. */
export function RelatedTitles({ instance }: { instance: Instance }) {
  const related = relatedOf(instance)
  const nameless = related.flatMap(({ id, title }) => (id !== undefined && title === undefined ? [id] : []))
  const { data: titles } = useQuery({
    queryKey: [...keys.instance(instance.id), 'related', nameless],
    queryFn: async ({ signal }) => {
      const query = `id==(${nameless.map((id) => `"${id}"`).join(' or ')})`
      const answer = await http.get<{ instances: Instance[] }>(
        '/inventory/instances',
        { query, limit: 1000 },
        signal,
      )
      return new Map(answer.instances.map(({ id, title }) => [id, title]))
    },
    enabled: nameless.length > 0,
  })
  if (related.length === 0) return null
  const nameOf = ({ id, title }: Related): string => title ?? titles?.get(id ?? '') ?? id ?? ''
  const linked = (one: Related): ReactNode =>
    one.id === undefined ? (
      nameOf(one)
    ) : (
      <PageLink to="/inventory/$instanceId" params={{ instanceId: one.id }}>
        {nameOf(one)}
      </PageLink>
    )
  return (
    <section aria-labelledby="related">
      <Title order={3} size="h6" id="related" mb={4}>
        {instanceText.related}
      </Title>
      <dl className={styles.list}>
        {related.map((one, index) => (
          <Fragment key={index}>
            <dt>{one.label}</dt>
            <dd>
              {linked(one)}{' '}
              {one.typeId !== undefined && (
                <>
                  (<ReferenceName list="instanceRelationshipTypes" id={one.typeId} />)
                </>
              )}
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}
