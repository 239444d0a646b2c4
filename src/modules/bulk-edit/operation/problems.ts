import type { Transaction } from '../../../kernel/db/database.ts'
import type { ListStatement } from '../../../kernel/lists/index.ts'
import type { RecordProblem } from '../contracts.ts'
import type { RecordRange } from '../edit/edit-records.ts'

/** What is said of one matched record; `link` leads to it where somebody must look at it. */
export type KeptProblem = RecordProblem & {
  /** The place of the record. */
  place: number
  /** Number among the problems of the record in its stage. */
  ordinal: number
  identifier: string
  link?: string
}

/** Keeps problems of a stage. One statement for the list. */
export async function keepProblems(
  tx: Transaction,
  operationNo: number,
  stage: number,
  problems: readonly KeptProblem[],
): Promise<void> {
  if (problems.length === 0) return
  await tx.query(
    `insert into bulk_problem (operation_no, stage, is_warning, place, ordinal, identifier, message, link)
     select $1, $2, * from unnest($3::boolean[], $4::int[], $5::smallint[], $6::text[], $7::text[], $8::text[])`,
    [
      operationNo,
      stage,
      problems.map(({ type }) => type === 'WARNING'),
      problems.map(({ place }) => place),
      problems.map(({ ordinal }) => ordinal),
      problems.map(({ identifier }) => identifier),
      problems.map(({ message }) => message),
      problems.map(({ link }) => link ?? null),
    ],
  )
}

/** What a stage has said of the records of a range, by their places. */
export async function messagesOfRange(
  tx: Transaction,
  operationNo: number,
  stage: number,
  { after, last }: RecordRange,
): Promise<Map<number, Set<string>>> {
  const rows = await tx.query<{ place: number; message: string }>(
    `select place, message from bulk_problem
     where operation_no = $1 and stage = $2 and is_warning = any('{false,true}') and place > $3 and place <= $4`,
    [operationNo, stage, after, last],
  )
  const messages = new Map<number, Set<string>>()
  for (const { place, message } of rows) {
    const known = messages.get(place)
    if (known === undefined) messages.set(place, new Set([message]))
    else known.add(message)
  }
  return messages
}

/** How many errors and warnings stages have. */
export async function countProblems(
  tx: Transaction,
  operationNo: number,
  stages: readonly number[],
): Promise<{ errors: number; warnings: number }> {
  const [row] = await tx.query<{ errors: number; warnings: number }>(
    `select count(*) filter (where not is_warning) as errors, count(*) filter (where is_warning) as warnings
     from bulk_problem where operation_no = $1 and stage = any($2::smallint[])`,
    [operationNo, stages],
  )
  return row!
}

/** A problem as it is kept. */
export type ProblemRow = { is_warning: boolean; identifier: string; message: string; link: string | null }

/** The rows of problems as statements: errors before warnings, each in the order of the file; and how many there are. */
export function problemRows(
  operationNo: number,
  stages: readonly number[],
  type: 'ERROR' | 'WARNING' | null,
): ListStatement {
  const found = `from bulk_problem
      where operation_no = $1 and stage = any($2::smallint[]) and ($3::boolean is null or is_warning = $3)`
  return {
    select: `select is_warning, identifier, message, link ${found} order by is_warning, place, stage, ordinal`,
    count: `select count(*) as total ${found}`,
    params: [operationNo, stages, type === null ? null : type === 'WARNING'],
  }
}

/** Forgets what stages said of an operation's records. */
export async function forgetProblems(
  tx: Transaction,
  operationNo: number,
  stages: readonly number[],
): Promise<void> {
  await tx.query('delete from bulk_problem where operation_no = $1 and stage = any($2::smallint[])', [
    operationNo,
    stages,
  ])
}
