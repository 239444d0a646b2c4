import type { PlannedAction, PlannedStep } from '../job-plan.ts'

function actionsOf(steps: readonly PlannedStep[]): PlannedAction[] {
  return steps.flatMap((step) =>
    step.kind === 'action' ? [step] : [...actionsOf(step.onMatch), ...actionsOf(step.onNonMatch)],
  )
}

/** Why the invoice actions of a profile cannot run together with its other steps; null when they can. */
export function mixedInvoiceFault(jobName: string, steps: readonly PlannedStep[]): string | null {
  const actions = actionsOf(steps)
  if (!actions.some(({ entity }) => entity === 'INVOICE')) return null
  const other = actions.find(({ entity }) => entity !== 'INVOICE')
  if (other !== undefined) {
    return `The job profile "${jobName}" makes invoices of EDIFACT messages and has the action "${other.name}" (${other.action} ${other.entity}), which works on MARC records: a file holds one or the other. Use two job profiles.`
  }
  const match = steps.find((step) => step.kind === 'match')
  if (match !== undefined) {
    return `The job profile "${jobName}" has the match "${match.profile.name}" before an invoice: EDIFACT messages cannot be matched.`
  }
  const { mapping, name } = actions.find((action) => !isForEdifact(action)) ?? {}
  if (name === undefined || mapping == null) return null
  return `The field mapping profile "${mapping.name}" of the action "${name}" is for incoming records of the type ${mapping.incomingRecordType}; an invoice is made of EDIFACT_INVOICE.`
}

function isForEdifact({ mapping }: PlannedAction): boolean {
  return mapping === null || mapping.incomingRecordType === 'EDIFACT_INVOICE'
}

/**
 * Why no record of a file fits a profile, in words with FOLIO's text: EDIFACT and a profile for MARC, or the reverse.
 * Null where they fit, or where the profile has no action at all.
 */
export function fileTypeFault(
  jobName: string,
  steps: readonly PlannedStep[],
  file: { name: string; format: string | null },
): string | null {
  const actions = actionsOf(steps)
  if (actions.length === 0) return null
  const isEdifactFile = file.format === 'edifact'
  if (actions.some(({ entity }) => (entity === 'INVOICE') === isEdifactFile)) return null
  const [type, holds, works] = isEdifactFile
    ? ['EDIFACT', 'EDIFACT messages (invoices)', 'MARC records']
    : ['MARC_BIB', 'MARC records', 'EDIFACT invoices']
  return `"${file.name}" holds ${holds}, but the job profile "${jobName}" works on ${works}. Chosen job profile '${jobName}' does not support '${type}' record type`
}
