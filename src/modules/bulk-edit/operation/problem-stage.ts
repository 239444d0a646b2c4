/** Which step found a problem: the numbers in `bulk_problem.stage`. */
export const STAGE = { matching: 1, rules: 2, commit: 3 } as const

/** What became of a matched record: the numbers in `bulk_record.state`. */
export const RECORD_STATE = { matched: 0, written: 1, unchanged: 2, refused: 3 } as const
