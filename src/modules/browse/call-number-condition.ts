import { parameter } from '../../formats/cql/index.ts'
import type { Parameters } from '../../formats/cql/index.ts'
import { fold } from '../../formats/text/index.ts'
import { KINDS } from './kinds.ts'

const CLASS_AND_NUMBER = /^([a-z]+)[\s.]*(\d+)/
const LETTERS_AND_DIGITS = `'[^a-z0-9]+', '', 'g'`

/** The folded beginnings that values in an index can have when their letters and digits begin as the text does. */
function keyBeginnings(folded: string): string[] {
  const [, letters, number] = CLASS_AND_NUMBER.exec(folded) ?? []
  if (letters !== undefined) return [`${letters}${number}`, `${letters} ${number}`]
  return [/^[\p{L}\p{N}]+/u.exec(folded)?.[0] ?? '']
}

/**
 * The condition on `instance.id` that the title has an item, or holdings without items, whose call number begins with
 * the letters and digits of a text; blanks and points do not count. Call numbers of items are found by the index of
 * what can be browsed, so that the documents of items are not read.
 */
export function callNumberCondition(text: string, parameters: Parameters): string {
  const folded = fold(text.trim())
  const plain = folded.replace(/[^a-z0-9]/g, '')
  const beginnings = keyBeginnings(folded)
  if (plain === '' || beginnings[0] === '') return 'false'
  const like = (value: string) => parameter(parameters, `${value.replace(/[%_\\]/g, '\\$&')}%`, 'text')
  const whole = like(plain)
  const number = `concat_ws('', h.doc ->> 'callNumberPrefix', h.doc ->> 'callNumber', h.doc ->> 'callNumberSuffix')`
  return `instance.id = any(array(
    select i.instance_id from browse_value v join browse_item i on i.value_id = v.id
    where v.group_id = any(array(select id from browse_group where kind = ${KINDS.callNumber}))
      and (${beginnings.map((one) => `v.key like ${like(one)}`).join(' or ')})
      and regexp_replace(v.key, ${LETTERS_AND_DIGITS}) like ${whole}
    union
    select h.instance_id from holdings_record h
    where not exists (select from item where item.holdings_record_id = h.id)
      and regexp_replace(lower(${number}), ${LETTERS_AND_DIGITS}) like ${whole}
  ))`
}
