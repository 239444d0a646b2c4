import { LEADER, lineOf } from '../../lib/marc-text.ts'
import type { Marc } from './set-up/inspection.ts'

/** A record as the server tells it field by field, as lines of text; the leader first. */
export function linesOfMarc({ leader, fields }: Marc): string[] {
  return [
    `${LEADER} ${leader}`,
    ...fields.map(({ tag, ind1, ind2, value, subfields }) =>
      lineOf({
        tag,
        ind1,
        ind2,
        value: value ?? '',
        subfields: subfields?.map(([code, text]) => ({ code, value: text })) ?? null,
      }),
    ),
  ]
}
