import { objectBody } from '../../kernel/http/parameters.ts'
import { UUID_PATTERN, compileValidator } from '../../kernel/http/validation.ts'

const check = compileValidator({
  type: 'object',
  required: ['instanceIds', 'skipSuppressedFromDiscoveryRecords'],
  additionalProperties: false,
  properties: {
    instanceIds: { type: 'array', items: { type: 'string', pattern: UUID_PATTERN } },
    skipSuppressedFromDiscoveryRecords: { type: 'boolean' },
  },
})

/** Which instances a client asks for, each once. @throws Problem 400 or 422 for a body that does not say it. */
export function readAskedInstances(body: unknown): { ids: string[]; skipSuppressed: boolean } {
  const sent = objectBody(body)
  check(sent)
  const { instanceIds, skipSuppressedFromDiscoveryRecords: skipSuppressed } = sent as {
    instanceIds: string[]
    skipSuppressedFromDiscoveryRecords: boolean
  }
  return { ids: [...new Set(instanceIds.map((id) => id.toLowerCase()))], skipSuppressed }
}
