import { Anchor, Grid, Group, Stack, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { mappingText } from '#text/settings-mapping.ts'
import { settingsText } from '#text/settings.ts'
import { Failure } from '../../../ui/failure.tsx'
import { Page } from '../../../ui/page.tsx'
import { useRecordForm } from '../../../ui/record-form.ts'
import { SettingsLead } from '../settings-lead.tsx'
import { useRuleProblems, useRules } from './mapping-api.ts'
import type { RulesView } from './mapping-api.ts'
import { RuleEditor } from './rule-editor.tsx'
import { RuleProblems } from './rule-problems.tsx'
import { RuleTable } from './rule-table.tsx'
import { RULE_TYPES, isChangedRule, placedRules, withEdits } from './rules.ts'
import type { Edits, MappingRule, RuleType } from './rules.ts'
import { RulesBar } from './rules-bar.tsx'
import { TryRules } from './try-rules.tsx'

type MappingSearch = { find?: string | undefined; rule?: string | undefined }

/** The MARC mapping rules: readable, editable, and to be tried on a record before they are saved. */
export function MappingPage() {
  const { type: asked } = useParams({ strict: false }) as { type: string }
  const type = RULE_TYPES.find((one) => one === asked) ?? 'marc-bib'
  const { data, error, refetch } = useRules(type)
  const changed =
    data && placedRules(data.rules).filter((one) => isChangedRule(one, data.defaultRules)).length
  const lead = data && mappingText.lead(placedRules(data.rules).length, changed ?? 0)
  return (
    <Page title={`${mappingText.title}: ${mappingText.types[type]}`} lead={<SettingsLead text={lead} />}>
      <Group role="navigation" aria-label={mappingText.typeNav}>
        {RULE_TYPES.map((one) => (
          <Anchor
            key={one}
            component={Link}
            to={`/settings/mapping-rules/${one}`}
            underline="always"
            fw={one === type ? 700 : undefined}
            aria-current={one === type ? 'page' : undefined}
          >
            {mappingText.types[one]}
          </Anchor>
        ))}
      </Group>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {data && <Rules key={type} type={type} view={data} />}
    </Page>
  )
}

const NONE: Edits = { edits: {} }

function Rules({ type, view }: { type: RuleType; view: RulesView }) {
  const { find = '', rule: path } = useSearch({ strict: false }) as MappingSearch
  const navigate = useNavigate()
  const form = useRecordForm<Edits>({
    stored: NONE,
    draft: {
      name: `mapping-rules.${type}`,
      title: settingsText.pageTitles.mapping,
      address: `/settings/mapping-rules/${type}`,
    },
    check: () => ({}),
  })
  const { edits } = form.value
  const rules = withEdits(view.rules, edits)
  const isEdited = Object.keys(edits).length > 0
  const problems = useRuleProblems(type, rules, isEdited)
  const go = (part: MappingSearch): void => {
    void navigate({ to: '.', search: (old: MappingSearch) => ({ ...old, ...part }), replace: true })
  }
  const placed = placedRules(rules).find((one) => one.path === path)
  const setTag = (tag: string, list: readonly MappingRule[]): void => {
    const isAsStored = JSON.stringify(list) === JSON.stringify(view.rules[tag] ?? [])
    const { [tag]: _old, ...others } = edits
    form.set('edits', isAsStored ? others : { ...others, [tag]: list })
  }
  return (
    <Stack>
      <RulesBar type={type} view={view} form={form} rules={rules} problems={problems.data ?? []} />
      {isEdited && <RuleProblems problems={problems.data ?? []} />}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: placed === undefined ? 12 : 6 }}>
          <Stack>
            <TextInput
              aria-label={mappingText.find}
              placeholder={mappingText.find}
              leftSection={<IconSearch size={16} aria-hidden />}
              value={find}
              maw={480}
              onChange={(event) => go({ find: event.currentTarget.value || undefined })}
            />
            <RuleTable
              rules={rules}
              view={view}
              find={find}
              current={path ?? null}
              onOpen={(rule) => go({ rule })}
            />
          </Stack>
        </Grid.Col>
        {placed && (
          <Grid.Col span={{ base: 12, lg: 6 }}>
            <RuleEditor
              key={placed.path}
              placed={placed}
              view={view}
              tagRules={rules[placed.tag] ?? []}
              onChange={setTag}
              onClose={() => go({ rule: undefined })}
            />
          </Grid.Col>
        )}
      </Grid>
      <TryRules type={type} rules={rules} onOpen={(rule) => go({ rule })} />
    </Stack>
  )
}
