import { TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { fieldText } from '#text/record-fields.ts'
import { formsText, itemText } from '#text/inventory-record.ts'
import type { ApiError } from '../../lib/http.ts'
import { http } from '../../lib/http.ts'
import { fieldId, checkRequired } from '../../ui/field-spec.ts'
import type { FieldSection, FieldSpec } from '../../ui/field-spec.ts'
import { FormPage } from '../../ui/form-page.tsx'
import { useRecordForm } from '../../ui/record-form.ts'
import type { FieldErrors, RecordForm } from '../../ui/record-form.ts'
import { useSaveRecord } from '../../ui/save-record.tsx'
import { itemQuery, keys, useHoldings, useItem, useChangeOf } from './api.ts'
import { cleanScan, useBarcodeOwner } from './barcode.ts'
import { ITEM_SECTIONS } from './fields/item-fields.ts'
import { useHoldingsName } from './holdings-block.tsx'
import { itemFormValues, itemOfFormValues } from './item-form-values.ts'
import type { ItemFormValues } from './item-form-values.ts'
import { itemName } from './items-table.tsx'
import { LoadingPage } from './loading-page.tsx'
import { copyOf } from './records.ts'
import type { Item } from './records.ts'
import type { NewSearch } from './routes.tsx'
import { TitleLink } from './title-link.tsx'

type FormProps = {
  stored: ItemFormValues
  title: string
  instanceId: string
  isNew: boolean
  draftName: string
  address: string
}

/** The form of an item that is stored. PUT /inventory/items/{id}. */
export function EditItemPage() {
  const { instanceId, itemId } = useParams({ strict: false }) as { instanceId: string; itemId: string }
  const item = useItem(itemId)
  if (item.data === undefined) return <LoadingPage query={item} kind="item" instanceId={instanceId} />
  return (
    <ItemForm
      key={itemId}
      stored={itemFormValues(item.data)}
      title={itemText.editTitle(itemName(item.data))}
      instanceId={instanceId}
      isNew={false}
      draftName={`item.${itemId}`}
      address={`/inventory/${instanceId}/items/${itemId}/edit`}
    />
  )
}

/** The form of a new item, empty or as a copy of another. POST /inventory/items. */
export function NewItemPage() {
  const { instanceId, holdingsId } = useParams({ strict: false }) as {
    instanceId: string
    holdingsId: string
  }
  const { from } = useSearch({ strict: false }) as NewSearch
  const holdings = useHoldings(holdingsId)
  const origin = useQuery({ ...itemQuery(from ?? ''), enabled: from !== undefined })
  const nameOf = useHoldingsName()
  if (holdings.data === undefined || (from !== undefined && origin.data === undefined)) {
    return (
      <LoadingPage
        query={holdings.data === undefined ? holdings : origin}
        kind="holdings"
        instanceId={instanceId}
      />
    )
  }
  return (
    <ItemForm
      stored={newItem(holdingsId, origin.data)}
      title={itemText.newTitle(nameOf(holdings.data))}
      instanceId={instanceId}
      isNew
      draftName={`item.new.${holdingsId}`}
      address={`/inventory/${instanceId}/holdings/${holdingsId}/items/new`}
    />
  )
}

/** A fresh item; a copy of another keeps everything but what tells the two apart. */
function newItem(holdingsRecordId: string, origin: Item | undefined): ItemFormValues {
  const fresh = { holdingsRecordId, status: { name: 'Available' } } as ItemFormValues
  if (origin === undefined) return fresh
  return { ...copyOf(itemFormValues(origin), 'barcode', 'order', 'lastCheckIn'), ...fresh }
}

const NEW_STATUSES = [
  'Available',
  'In process',
  'On order',
  'Unavailable',
  'Restricted',
  'Intellectual item',
  'Unknown',
]

const NEW_SECTIONS: readonly FieldSection[] = ITEM_SECTIONS.map((section) =>
  section.id !== 'item'
    ? section
    : {
        ...section,
        fields: [
          ...section.fields.slice(0, 1),
          {
            kind: 'choice',
            path: 'status.name',
            label: itemText.firstStatus,
            isRequired: true,
            options: NEW_STATUSES.map((status) => ({ value: status, label: status })),
          },
          ...section.fields.slice(1),
        ],
      },
)

function ItemForm({ stored, title, instanceId, isNew, draftName, address }: FormProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const sections = isNew ? NEW_SECTIONS : ITEM_SECTIONS
  const form = useRecordForm<ItemFormValues>({
    stored,
    draft: { name: draftName, title, address },
    check: (value) => checkRequired(value, sections),
  })
  const fetchNewest = async (): Promise<ItemFormValues> =>
    itemFormValues(await http.get<Item>(`/inventory/items/${form.base.id}`))
  const write = async (values: ItemFormValues): Promise<ItemFormValues> => {
    const item = itemOfFormValues(values)
    if (isNew) return itemFormValues(await http.post<Item>('/inventory/items', item))
    await http.put(`/inventory/items/${item.id}`, item)
    return fetchNewest()
  }
  const changeOf = useChangeOf()
  const saving = useSaveRecord({
    form,
    sections,
    write,
    fetchNewest,
    changeOf,
    explain: explainItem,
    onSaved: (saved, stays) => {
      void client.invalidateQueries({ queryKey: keys.items })
      void client.invalidateQueries({ queryKey: keys.item(saved.id) })
      const params = { instanceId, itemId: saved.id }
      if (stays && isNew) void navigate({ to: '/inventory/$instanceId/items/$itemId/edit', params })
      else if (!stays) void navigate({ to: '/inventory/$instanceId/items/$itemId', params })
    },
  })
  const cancel = (): void => {
    if (isNew) void navigate({ to: '/inventory/$instanceId', params: { instanceId } })
    else
      void navigate({ to: '/inventory/$instanceId/items/$itemId', params: { instanceId, itemId: stored.id } })
  }
  return (
    <FormPage
      title={title}
      lead={<TitleLink instanceId={instanceId} />}
      form={form}
      sections={sections}
      permission={isNew ? 'inventory.items.item.post' : 'inventory.items.item.put'}
      renderField={(field) =>
        field.path === 'barcode' ? <BarcodeField field={field} form={form} isFocused={isNew} /> : undefined
      }
      conflict={saving.conflict}
      failure={saving.failure}
      isSaving={saving.isSaving}
      isNew={isNew}
      onSave={saving.save}
      onCancel={cancel}
    />
  )
}

/** The server's texts about an item, at the field that they are about. */
function explainItem({ problems, technical }: ApiError): FieldErrors {
  if (/barcode/i.test(technical)) return { barcode: problems[0]?.message ?? technical }
  return {}
}

type BarcodeProps = { field: FieldSpec; form: RecordForm<ItemFormValues>; isFocused: boolean }

/** The barcode, looked for while it is typed: another item's turns red with the title that has it. */
function BarcodeField({ field, form, isFocused }: BarcodeProps) {
  const value = (form.get(field.path) as string | undefined) ?? ''
  const owner = useBarcodeOwner(value, form.base.id ?? null)
  const { setServerErrors } = form
  const taken = owner === null ? null : formsText.takenBarcode(owner.title ?? owner.hrid ?? '')
  useEffect(() => {
    if (taken !== null) setServerErrors({ barcode: taken })
  }, [taken, setServerErrors])
  return (
    <TextInput
      id={fieldId(field.path)}
      label={fieldText.barcode}
      description={fieldText.barcodeHint}
      value={value}
      error={form.errors.barcode}
      autoFocus={isFocused}
      onChange={(event) => form.set(field.path, cleanScan(event.currentTarget.value))}
      onBlur={() => form.leave(field.path)}
    />
  )
}
