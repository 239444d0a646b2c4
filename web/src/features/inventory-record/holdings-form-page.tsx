import { Alert, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { holdingsText } from '#text/inventory-record.ts'
import { http } from '../../lib/http.ts'
import { useReferenceName } from '../../lib/reference-lists.ts'
import { checkRequired } from '../../ui/field-spec.ts'
import { FormPage } from '../../ui/form-page.tsx'
import { useRecordForm } from '../../ui/record-form.ts'
import { useSaveRecord } from '../../ui/save-record.tsx'
import { holdingsQuery, keys, useHoldings, useInstance, useItemPlaces, useChangeOf } from './api.ts'
import { useBlockedFields } from './blocked-fields.ts'
import { HOLDINGS_SECTIONS } from './fields/holdings-fields.ts'
import { withoutBlanks } from './item-form-values.ts'
import { LoadingPage } from './loading-page.tsx'
import { FOLIO_HOLDINGS_SOURCE, MARC_HOLDINGS_SOURCE, copyOf, holdingsCallNumber } from './records.ts'
import type { Holdings } from './records.ts'
import type { NewSearch } from './routes.tsx'
import { TitleLink } from './title-link.tsx'

/** The form of holdings that are stored. PUT /inventory/holdings/{id}. */
export function EditHoldingsPage() {
  const { instanceId, holdingsId } = useParams({ strict: false }) as {
    instanceId: string
    holdingsId: string
  }
  const holdings = useHoldings(holdingsId)
  if (holdings.data === undefined)
    return <LoadingPage query={holdings} kind="holdings" instanceId={instanceId} />
  return (
    <HoldingsForm
      key={holdingsId}
      stored={holdings.data}
      title={holdingsText.editTitle(holdings.data.hrid ?? '')}
      instanceId={instanceId}
      isNew={false}
      draftName={`holdings.${holdingsId}`}
      address={`/inventory/${instanceId}/holdings/${holdingsId}/edit`}
    />
  )
}

/** The form of new holdings, empty or as a copy of others. POST /holdings-storage/holdings. */
export function NewHoldingsPage() {
  const { instanceId } = useParams({ strict: false }) as { instanceId: string }
  const { from } = useSearch({ strict: false }) as NewSearch
  const instance = useInstance(instanceId)
  const origin = useQuery({ ...holdingsQuery(from ?? ''), enabled: from !== undefined })
  if (instance.data === undefined)
    return <LoadingPage query={instance} kind="instance" instanceId={instanceId} />
  if (from !== undefined && origin.data === undefined) {
    return <LoadingPage query={origin} kind="holdings" instanceId={instanceId} />
  }
  return (
    <HoldingsForm
      stored={newHoldings(instanceId, origin.data)}
      title={holdingsText.newTitle(instance.data.title)}
      instanceId={instanceId}
      isNew
      draftName={`holdings.new.${instanceId}`}
      address={`/inventory/${instanceId}/holdings/new`}
    />
  )
}

/** Fresh holdings; a copy of others keeps everything but what tells the two apart. */
function newHoldings(instanceId: string, origin: Holdings | undefined): Holdings {
  const fresh = { instanceId, sourceId: FOLIO_HOLDINGS_SOURCE } as Holdings
  if (origin === undefined) return fresh
  return { ...copyOf(origin, 'effectiveLocationId'), ...fresh }
}

type FormProps = {
  stored: Holdings
  title: string
  instanceId: string
  isNew: boolean
  draftName: string
  address: string
}

function HoldingsForm({ stored, title, instanceId, isNew, draftName, address }: FormProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const isMarc = stored.sourceId === MARC_HOLDINGS_SOURCE
  const blocked = useBlockedFields('holdings', isMarc)
  const form = useRecordForm<Holdings>({
    stored,
    draft: { name: draftName, title, address },
    check: (value) => checkRequired(value, HOLDINGS_SECTIONS),
  })
  const fetchNewest = (): Promise<Holdings> => http.get(`/holdings-storage/holdings/${form.base.id}`)
  const write = async (holdings: Holdings): Promise<Holdings> => {
    const body = withoutBlanks(holdings)
    if (isNew) return http.post<Holdings>('/holdings-storage/holdings', body)
    await http.put(`/inventory/holdings/${holdings.id}`, body)
    return fetchNewest()
  }
  const changeOf = useChangeOf()
  const toHoldings = (holdingsId: string, page = '') =>
    void navigate({
      to: `/inventory/$instanceId/holdings/$holdingsId${page}`,
      params: { instanceId, holdingsId },
    })
  const saving = useSaveRecord({
    form,
    sections: HOLDINGS_SECTIONS,
    write,
    fetchNewest,
    changeOf,
    onSaved: (saved, stays) => {
      client.setQueryData(keys.holdings(saved.id), saved)
      void client.invalidateQueries({ queryKey: keys.holdingsOf(instanceId) })
      void client.invalidateQueries({ queryKey: keys.items })
      if (stays && isNew) toHoldings(saved.id, '/edit')
      else if (!stays) void navigate({ to: '/inventory/$instanceId', params: { instanceId } })
    },
  })
  return (
    <FormPage
      title={title}
      lead={<TitleLink instanceId={instanceId} />}
      form={form}
      sections={HOLDINGS_SECTIONS}
      permission={isNew ? 'inventory-storage.holdings.item.post' : 'inventory.holdings.item.put'}
      readOnlyReason={(path) => (blocked.includes(path) ? holdingsText.fromMarc : undefined)}
      notice={
        <Stack gap="xs">
          {isMarc && <Alert role="note">{holdingsText.isMarc}</Alert>}
          {!isNew && <Effect base={form.base} value={form.value} />}
        </Stack>
      }
      conflict={saving.conflict}
      failure={saving.failure}
      isSaving={saving.isSaving}
      isNew={isNew}
      onSave={saving.save}
      onCancel={() =>
        isNew
          ? void navigate({ to: '/inventory/$instanceId', params: { instanceId } })
          : toHoldings(stored.id)
      }
    />
  )
}

const placeOf = ({ temporaryLocationId, permanentLocationId }: Holdings) =>
  temporaryLocationId || permanentLocationId

/** What a save will do to the items, said before it is done. */
function Effect({ base, value }: { base: Holdings; value: Holdings }): ReactNode {
  const isMoved = placeOf(base) !== placeOf(value)
  const isRenumbered = holdingsCallNumber(base) !== holdingsCallNumber(value)
  const { data } = useItemPlaces(base.id, isMoved || isRenumbered)
  const location = useReferenceName('locations')
  if (data === undefined || data.total === 0 || !(isMoved || isRenumbered)) return null
  return (
    <Alert color="orange" role="status">
      {isMoved && <div>{holdingsText.effect(data.total - data.own, data.own, location(placeOf(value)))}</div>}
      {isRenumbered && data.unnumbered > 0 && <div>{holdingsText.effectCallNumber(data.unnumbered)}</div>}
    </Alert>
  )
}
