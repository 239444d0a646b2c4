import { Checkbox, Group, List, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { hridText } from '#text/settings-hrid.ts'
import { settingsText } from '#text/settings.ts'
import { AllowedButton } from '../../../ui/allowed.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { notify } from '../../../ui/notices.ts'
import { Page } from '../../../ui/page.tsx'
import { useRecordForm } from '../../../ui/record-form.ts'
import { SettingsLead } from '../settings-lead.tsx'
import { useHridSettings, useNumbersInUse, useRecordCounts, useSaveHrids } from './hrid-api.ts'
import type { KindCheck } from './hrid-api.ts'
import {
  HRID_KINDS,
  formatHrid,
  isPrefix,
  isTouched,
  lastNumber,
  readNumber,
  typedHrids,
} from './hrid-settings.ts'
import type { HridKind, HridSettings, TypedHrids } from './hrid-settings.ts'
import { HridTable } from './hrid-table.tsx'

/** Prefix and next number of instances, holdings and items. */
export function HridPage() {
  const { data, error, refetch } = useHridSettings()
  return (
    <Page title={settingsText.pageTitles.hrid} lead={<SettingsLead text={hridText.lead} />}>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {data && <HridForm key={JSON.stringify(data)} settings={data} />}
    </Page>
  )
}

function HridForm({ settings }: { settings: HridSettings }) {
  const form = useRecordForm<TypedHrids>({
    stored: typedHrids(settings),
    draft: { name: 'hrid-settings', title: settingsText.pageTitles.hrid, address: '/settings/hrid' },
    check: () => ({}),
  })
  const counts = useRecordCounts()
  const save = useSaveHrids(settings)
  const [knows, setKnows] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const checks = useChecks(settings, form.value, knows)
  const touched = HRID_KINDS.filter((kind) => isTouched(settings, form.value, kind))
  const lowered = touched.filter((kind) => isGivenBefore(settings, form.value, kind))
  return (
    <Stack>
      <HridTable settings={settings} form={form} counts={counts} checks={checks} />
      <Checkbox
        label={hridText.zeros}
        checked={form.value.keepsZeros}
        onChange={(event) => form.set('keepsZeros', event.currentTarget.checked)}
      />
      {lowered.length > 0 && (
        <Checkbox
          label={hridText.know}
          description={hridText.knowHint}
          checked={knows}
          onChange={(event) => setKnows(event.currentTarget.checked)}
        />
      )}
      {save.error && <Failure error={save.error} />}
      <Group>
        <AllowedButton
          permission="inventory-storage.hrid-settings.item.put"
          disabledReason={barrier(form.changed.length > 0, Object.values(checks))}
          onClick={() => setAsking(true)}
        >
          {settingsText.save}
        </AllowedButton>
        <Text size="sm" role="status">
          {settingsText.unsaved(form.changed.length)}
        </Text>
      </Group>
      <Confirm
        isOpen={isAsking}
        title={hridText.confirmTitle}
        text={<Effects typed={form.value} touched={touched.length === 0 ? HRID_KINDS : touched} />}
        confirm={hridText.confirm}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await save.mutateAsync(form.value)
          form.saved(form.value)
          notify({ text: hridText.saved })
        }}
      />
    </Stack>
  )
}

function isGivenBefore(settings: HridSettings, typed: TypedHrids, kind: HridKind): boolean {
  const start = readNumber(typed[kind].start)
  const isSamePrefix = (settings[kind].prefix ?? '') === typed[kind].prefix
  return start !== null && isSamePrefix && start <= lastNumber(settings[kind])
}

/** Checks all kinds; of those that were touched the server is asked which numbers are taken. */
function useChecks(settings: HridSettings, typed: TypedHrids, knows: boolean): Record<HridKind, KindCheck> {
  const instances = useCheck(settings, typed, 'instances', knows)
  const holdings = useCheck(settings, typed, 'holdings', knows)
  const items = useCheck(settings, typed, 'items', knows)
  return { instances, holdings, items }
}

function useCheck(settings: HridSettings, typed: TypedHrids, kind: HridKind, knows: boolean): KindCheck {
  const { prefix, start } = typed[kind]
  const number = readNumber(start)
  const hasPrefix = isPrefix(prefix)
  const isBelow = isGivenBefore(settings, typed, kind) && !knows
  const isAsked = isTouched(settings, typed, kind) && hasPrefix && number !== null && !isBelow
  const { data, isFetching } = useNumbersInUse(kind, prefix, isAsked ? number : null, typed.keepsZeros)
  return {
    ...(!hasPrefix && { prefix: hridText.prefixWrong }),
    ...(number === null && { start: hridText.startWrong }),
    ...(number !== null && isBelow && { start: hridText.startUsed(lastNumber(settings[kind])) }),
    clash: isAsked && data !== undefined && data.total > 0 ? data : null,
    isChecking: isAsked && isFetching,
  }
}

/** Why the settings can't be saved now, or null. */
function barrier(isChanged: boolean, checks: readonly KindCheck[]): string | null {
  if (!isChanged) return hridText.unchanged
  const fault = checks.map((check) => check.prefix ?? check.start).find((text) => text !== undefined)
  if (fault !== undefined) return fault
  const clash = checks.find((check) => check.clash !== null)?.clash
  if (clash) return hridText.clash(clash.first, clash.last, clash.total)
  return checks.some(({ isChecking }) => isChecking) ? hridText.checking : null
}

function Effects({ typed, touched }: { typed: TypedHrids; touched: readonly HridKind[] }) {
  return (
    <Stack gap="xs">
      <List>
        {touched.map((kind) => (
          <List.Item key={kind}>
            {hridText.effect(
              hridText.one[kind],
              formatHrid(typed[kind].prefix, readNumber(typed[kind].start) ?? 0, typed.keepsZeros),
            )}
          </List.Item>
        ))}
      </List>
      <Text size="sm">
        {hridText.stay} {touched.length < HRID_KINDS.length && hridText.others}
      </Text>
    </Stack>
  )
}
