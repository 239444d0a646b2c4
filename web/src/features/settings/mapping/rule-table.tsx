import { Anchor, Badge, Text } from '@mantine/core'
import { useMemo } from 'react'
import { mappingText } from '#text/settings-mapping.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import styles from './mapping-page.module.css'
import type { RulesView } from './mapping-api.ts'
import { ruleInWords } from './rule-words.ts'
import type { RuleWords } from './rule-words.ts'
import { isChangedRule, placedRules } from './rules.ts'
import type { MappingRules, PlacedRule } from './rules.ts'

type Props = {
  rules: MappingRules
  view: RulesView
  find: string
  current: string | null
  onOpen: (path: string) => void
}

type Row = PlacedRule & { words: RuleWords; state: string }

/** All rules by tag, in words. */
export function RuleTable({ rules, view, find, current, onOpen }: Props) {
  const all = useMemo(() => {
    return placedRules(rules).map((placed): Row => ({
      ...placed,
      words: ruleInWords(placed),
      state: stateOf(placed, view),
    }))
  }, [rules, view])
  const wanted = find.trim().toLowerCase()
  const rows = all.filter(({ words, rule, state }) =>
    `${words.marc} ${words.target} ${words.how} ${state} ${JSON.stringify(rule)}`
      .toLowerCase()
      .includes(wanted),
  )
  const columns: Column<Row>[] = [
    {
      id: 'marc',
      header: mappingText.columns.marc,
      width: 170,
      isRowHeader: true,
      cell: ({ path, words }) => (
        <Anchor
          component="button"
          type="button"
          size="sm"
          ff="monospace"
          data-rule={path}
          onClick={() => onOpen(path)}
          title={mappingText.open(path)}
        >
          {words.marc}
        </Anchor>
      ),
    },
    {
      id: 'target',
      header: mappingText.columns.target,
      width: 250,
      cell: ({ words }) => <span title={words.target}>{words.target}</span>,
    },
    {
      id: 'how',
      header: mappingText.columns.how,
      width: 260,
      cell: ({ words }) => <span title={words.how}>{words.how}</span>,
    },
    {
      id: 'state',
      header: mappingText.columns.state,
      width: 140,
      cell: ({ state }) =>
        state !== '' && (
          <Badge variant="light" tt="none">
            {state}
          </Badge>
        ),
    },
  ]
  return (
    <div className={styles.table}>
      <DataTable
        label={mappingText.table}
        columns={columns}
        count={rows.length}
        rowAt={(index) => rows[index]}
        rowKey={({ path }) => path}
        onOpen={({ path }) => onOpen(path)}
        current={current}
        isDense
        empty={<Text p="md">{mappingText.none}</Text>}
      />
    </div>
  )
}

function stateOf(placed: PlacedRule, { rules, defaultRules }: RulesView): string {
  const text = JSON.stringify(placed.rule)
  const isStored = (rules[placed.tag] ?? []).some((one) => JSON.stringify(one) === text)
  if (!isStored)
    return rules[placed.tag]?.[placed.index] === undefined ? mappingText.fresh : mappingText.edited
  return isChangedRule(placed, defaultRules) ? mappingText.changed : ''
}
