import { bulkEditProblemText as words } from '#text/bulk-edit-problems.ts'

type Explanation = readonly [pattern: RegExp, say: (...found: string[]) => string]

/** FOLIO's sentences about identifiers and records, in a cataloger's words. */
const EXPLANATIONS: readonly Explanation[] = [
  [/^No match found$/, () => words.noMatch],
  [/^Multiple matches/, () => words.several],
  [/^Duplicate entry$/, () => words.twice],
  [/^No change in value required$/, () => words.noChange],
  [/^No change in administrative data required$/, () => words.noAdministrativeChange],
  [/^No change in MARC fields required$/, () => words.noMarcChange],
  [/^New status value "(.+)" is not allowed$/, (status) => words.status(status!)],
  [
    /required permission to (view|edit|delete) the (\S+) record/,
    (act, record) => words.mayNot(act!, record!),
  ],
  [/not the most recent version/, () => words.conflict],
  [/was deleted after it was matched/, () => words.gone],
  [/source "MARC" cannot be changed/, () => words.marcHoldings],
  [/source set to LINKED_DATA/, () => words.linkedData],
  [/^Shadow records/, () => words.shadow],
  [/type DCB/, () => words.dcb],
  [/^SRS record associated with the instance is missing/, () => words.noMarc],
  [/^Instance notes of MARC instances/, () => words.marcNotes],
]

/** A sentence of the server in words that say what it means and what to do; others stay as they are. */
export function explainProblem(message: string): string {
  for (const [pattern, say] of EXPLANATIONS) {
    const found = pattern.exec(message)
    if (found !== null) return say(...found.slice(1))
  }
  return message
}
