import { Alert } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { formsText } from '#text/inventory-record.ts'
import { http } from '../../lib/http.ts'
import { checkRequired } from '../../ui/field-spec.ts'
import type { FieldSection } from '../../ui/field-spec.ts'
import { FormPage } from '../../ui/form-page.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { useRecordForm } from '../../ui/record-form.ts'
import { useSaveRecord } from '../../ui/save-record.tsx'
import { instanceQuery, keys, useInstance, useChangeOf } from './api.ts'
import { useBlockedFields } from './blocked-fields.ts'
import { INSTANCE_SECTIONS, MARC_FIELDS } from './fields/instance-fields.ts'
import { withoutBlanks } from './item-form-values.ts'
import { LoadingPage } from './loading-page.tsx'
import { copyOf } from './records.ts'
import type { Instance } from './records.ts'
import type { NewSearch } from './routes.tsx'

/** The form of a title that is stored. PUT /inventory/instances/{id}. */
export function EditInstancePage() {
  const { instanceId } = useParams({ strict: false }) as { instanceId: string }
  const instance = useInstance(instanceId)
  if (instance.data === undefined)
    return <LoadingPage query={instance} kind="instance" instanceId={instanceId} />
  return (
    <InstanceForm
      key={instanceId}
      stored={instance.data}
      title={formsText.editInstance(instance.data.title)}
    />
  )
}

/** The form of a new title, empty or as a copy of another. POST /inventory/instances. */
export function NewInstancePage() {
  const { from } = useSearch({ strict: false }) as NewSearch
  const origin = useQuery({ ...instanceQuery(from ?? ''), enabled: from !== undefined })
  if (from !== undefined && origin.data === undefined) {
    return <LoadingPage query={origin} kind="instance" instanceId={from} />
  }
  return <InstanceForm stored={newInstance(origin.data)} title={formsText.newInstance} />
}

/** A fresh title; a copy of another keeps everything but what tells the two apart, and has no MARC record. */
function newInstance(origin: Instance | undefined): Instance {
  const fresh = { source: 'FOLIO', title: '' }
  if (origin === undefined) return fresh as Instance
  return { ...copyOf(origin, 'precedingTitles', 'succeedingTitles'), source: 'FOLIO', deleted: false }
}

/** The sections of the form; what the staff keep stands first where MARC rules the rest. */
function sectionsOf(isMarc: boolean): readonly FieldSection[] {
  const own = INSTANCE_SECTIONS.filter(({ id }) => id === 'administrative')
  return isMarc
    ? [...own, ...INSTANCE_SECTIONS.filter((section) => !own.includes(section))]
    : INSTANCE_SECTIONS
}

function InstanceForm({ stored, title }: { stored: Instance; title: string }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const isNew = stored.id === undefined
  const isMarc = stored.source.endsWith('MARC')
  const blocked = useBlockedFields('instances', isMarc)
  const sections = sectionsOf(isMarc)
  const address = isNew ? '/inventory/new' : `/inventory/${stored.id}/edit`
  const form = useRecordForm<Instance>({
    stored,
    draft: { name: isNew ? 'instance.new' : `instance.${stored.id}`, title, address },
    check: (value) => checkRequired(value, sections),
  })
  const fetchNewest = (): Promise<Instance> => http.get(`/inventory/instances/${form.base.id}`)
  const write = async (instance: Instance): Promise<Instance> => {
    const body = withoutBlanks(instance)
    if (isNew) return http.post<Instance>('/inventory/instances', body)
    await http.put(`/inventory/instances/${instance.id}`, body)
    return fetchNewest()
  }
  const changeOf = useChangeOf()
  const toTitle = (id: string, page = '') =>
    void navigate({ to: `/inventory/$instanceId${page}`, params: { instanceId: id } })
  const saving = useSaveRecord({
    form,
    sections,
    write,
    fetchNewest,
    changeOf,
    onSaved: (saved, stays) => {
      client.setQueryData(keys.instance(saved.id), saved)
      if (!stays) toTitle(saved.id)
      else if (isNew) toTitle(saved.id, '/edit')
    },
  })
  const isBlocked = (path: string): boolean => blocked.includes(path.split('.')[0]!)
  return (
    <FormPage
      title={title}
      form={form}
      sections={sections}
      permission={isNew ? 'inventory.instances.item.post' : 'inventory.instances.item.put'}
      readOnlyReason={(path) =>
        isBlocked(path) && <FromMarc instanceId={stored.id} tag={MARC_FIELDS[path.split('.')[0]!] ?? '245'} />
      }
      notice={
        isMarc && (
          <Alert role="note">
            {formsText.isMarc}{' '}
            <PageLink to="/inventory/$instanceId/marc" params={{ instanceId: stored.id }}>
              {formsText.openMarc}
            </PageLink>
          </Alert>
        )
      }
      conflict={saving.conflict}
      failure={saving.failure}
      isSaving={saving.isSaving}
      isNew={isNew}
      onSave={saving.save}
      onCancel={() => (isNew ? void navigate({ to: '/inventory' }) : toTitle(stored.id))}
    />
  )
}

/** Says which MARC field a value comes from, and leads to it. */
function FromMarc({ instanceId, tag }: { instanceId: string; tag: string }) {
  return (
    <PageLink to="/inventory/$instanceId/marc" params={{ instanceId }} search={{ field: tag }}>
      {formsText.fromMarc(tag)}
    </PageLink>
  )
}
