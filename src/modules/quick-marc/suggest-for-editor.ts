import { isControlTag } from '../../formats/marc/index.ts'
import { objectBody } from '../../kernel/http/parameters.ts'
import { ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest } from '../../kernel/http/route.ts'
import { withoutNulls } from '../../kernel/http/validation.ts'
import { suggestLinks, suggestionOptions } from '../authorities/index.ts'
import type { SuggestedField } from '../authorities/index.ts'
import { contentText, readSubfields } from './field-content.ts'
import { checkRecordForm } from './sent-record.ts'
import type { SentField } from './sent-record.ts'

/** `POST /records-editor/links/suggestion`: the same record, with the links that its fields could have. */
export async function suggestForEditor(request: ApiRequest): Promise<Answer> {
  const options = suggestionOptions(request.query)
  checkRecordForm(request.body)
  const view = withoutNulls(objectBody(request.body)) as { fields: SentField[] }
  const suggested = view.fields.flatMap((sent): { sent: SentField; field: SuggestedField }[] => {
    const { tag, content, linkDetails } = sent
    if (typeof content !== 'string' || isControlTag(tag)) return []
    const subfields = readSubfields(tag, content)
    return [{ sent, field: { tag, subfields, linkDetails: linkDetails ?? null } }]
  })
  await request.transaction((tx) =>
    suggestLinks(
      tx,
      suggested.map(({ field }) => field),
      options,
    ),
  )
  for (const { sent, field } of suggested) {
    if (field.linkDetails === null || field.linkDetails === sent.linkDetails) continue
    sent.linkDetails = field.linkDetails
    sent.content = contentText(field.subfields)
  }
  return ok(view)
}
