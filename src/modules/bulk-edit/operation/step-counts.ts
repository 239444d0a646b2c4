/** What a chunk of a step, or all of them, have done. */
export type StepCounts = {
  /** Lines or records gone through. */
  processed: number
  matched: number
  committed: number
  errors: number
  warnings: number
}

export function noStepCounts(): StepCounts {
  return { processed: 0, matched: 0, committed: 0, errors: 0, warnings: 0 }
}

/** Adds `part` to `sum`. */
export function addStepCounts(sum: StepCounts, part: StepCounts): void {
  for (const name of Object.keys(sum) as (keyof StepCounts)[]) sum[name] += part[name]
}
