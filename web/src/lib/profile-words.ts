import { profileText } from '#text/import-steps.ts'

type Expression = {
  dataValueType?: string
  fields?: { label: string; value: string }[]
  staticValueDetails?: { text?: string; number?: string } | null
}

/** A place in the tree of a job profile. */
export type ProfileNode = {
  id: string
  profileId: string
  contentType: 'JOB_PROFILE' | 'MATCH_PROFILE' | 'ACTION_PROFILE' | 'MAPPING_PROFILE'
  content: {
    id: string
    name: string
    description?: string
    action?: string
    folioRecord?: string
    existingRecordType?: string
    matchDetails?: {
      incomingMatchExpression?: Expression
      existingMatchExpression?: Expression
      matchCriterion?: string
    }[]
  }
  reactTo?: 'MATCH' | 'NON_MATCH'
  childSnapshotWrappers: ProfileNode[]
}

/** One step of a profile in words, with what follows when a match found something and when not. */
export type Step = {
  id: string
  name: string
  kind: 'match' | 'action'
  words: string
  found: Step[]
  notFound: Step[]
}

/** The steps below a place, in their order. */
export function stepsOf(node: ProfileNode): Step[] {
  return node.childSnapshotWrappers
    .filter(({ contentType }) => contentType === 'MATCH_PROFILE' || contentType === 'ACTION_PROFILE')
    .map((child) => {
      const below = (reactTo: 'MATCH' | 'NON_MATCH') =>
        stepsOf({
          ...child,
          childSnapshotWrappers: child.childSnapshotWrappers.filter((one) => one.reactTo === reactTo),
        })
      const isMatch = child.contentType === 'MATCH_PROFILE'
      return {
        id: child.id,
        name: child.content.name,
        kind: isMatch ? 'match' : 'action',
        words: isMatch ? matchWords(child) : actionWords(child),
        found: isMatch ? below('MATCH') : [],
        notFound: isMatch ? below('NON_MATCH') : [],
      }
    })
}

function actionWords({ content: { action = '', folioRecord = '' } }: ProfileNode): string {
  const record = profileText.records[folioRecord] ?? folioRecord
  return profileText.actions[action]?.(record) ?? `${action} ${record}`
}

function matchWords({ content }: ProfileNode): string {
  const [detail] = content.matchDetails ?? []
  const incoming = expressionWords(detail?.incomingMatchExpression)
  const existing = expressionWords(detail?.existingMatchExpression)
  const record = profileText.records[content.existingRecordType ?? ''] ?? ''
  if (incoming === '' && existing === '') return profileText.matchByName(content.name)
  return profileText.match(incoming, existing, record)
}

/** A field as catalogers write it: `035 $a`, or the name of a property. */
function expressionWords(expression: Expression | undefined): string {
  if (expression === undefined) return ''
  const { text, number } = expression.staticValueDetails ?? {}
  if (expression.dataValueType === 'STATIC_VALUE') return `“${text ?? number ?? ''}”`
  const value = (label: string) => expression.fields?.find((field) => field.label === label)?.value ?? ''
  const [tag, code] = [value('field'), value('recordSubfield')]
  if (/^\d{3}$/.test(tag)) {
    // `*` is any: nothing to tell.
    const indicators = `${value('indicator1')}${value('indicator2')}`.replaceAll('*', '').trim()
    return [tag, indicators, code && `$${code}`].filter(Boolean).join(' ')
  }
  return profileText.property(tag)
}

/** The steps as one sentence after another. */
export function sentenceOf(steps: readonly Step[]): string {
  return steps
    .map((step) => {
      if (step.kind === 'action') return `${step.words}.`
      const branches = [
        step.found.length > 0 && profileText.ifFound(inline(step.found)),
        step.notFound.length > 0 && profileText.ifNotFound(inline(step.notFound)),
      ].filter((text) => text !== false)
      return [`${step.words}.`, ...branches].join(' ')
    })
    .join(' ')
}

const inline = (steps: readonly Step[]): string =>
  profileText.and(
    steps.map((step) => {
      const words = step.words.charAt(0).toLowerCase() + step.words.slice(1)
      if (step.kind === 'action') return words
      const rest = sentenceOf([step])
        .slice(step.words.length + 1)
        .trim()
      return rest === '' ? words : `${words} (${rest})`
    }),
  )
