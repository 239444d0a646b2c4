import { Alert, Code, Text } from '@mantine/core'
import { searchText } from '#text/inventory-search.ts'
import { ApiError } from '../../lib/http.ts'

export type Fault = { text: string; position: number | null }

/** Where a query that the server refused can't be read; null for refusals of another kind. */
export function faultOf(error: Error | null, sent: string, typed: string): Fault | null {
  if (!(error instanceof ApiError) || error.status !== 400) return null
  const problem = error.problems.find(({ field }) => field === 'position' || field === 'field')
  if (problem === undefined) return { text: searchText.badQuery, position: null }
  if (problem.field === 'field') {
    const name = problem.value ?? ''
    const at = typed.indexOf(name)
    return { text: searchText.unknownField(name), position: at < 0 ? null : at }
  }
  // What is sent may stand in parentheses and have filters behind it.
  const start = Math.max(0, sent.indexOf(typed))
  const position = Math.min(typed.length, Math.max(0, Number(problem.value) - start))
  return { text: searchText.badQueryAt(position + 1), position }
}

/** A query with the place marked from which on it can't be read. */
export function QueryFault({ fault, typed }: { fault: Fault; typed: string }) {
  const { text, position } = fault
  return (
    <Alert color="red" role="alert" title={text}>
      {position !== null && (
        <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {typed.slice(0, position)}
          <Text span inherit component="mark" td="underline wavy" data-fault>
            {typed.slice(position) || '▮'}
          </Text>
        </Code>
      )}
    </Alert>
  )
}
