import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { CsvParser } from '../../src/formats/csv/index.ts'
import type { TestApp } from '../support/app.ts'
import { until } from './import-client.ts'
import { VirtualUser } from './virtual-user.ts'
import { parseWorkload } from './workload-steps.ts'
import type { Step } from './workload-steps.ts'

/** A request; one that repeats is sent until the step that runs has ended. */
export type RepeatedStep = Step & { repeats: boolean }

/** Reads the requests of a script of bulk edit. */
export function readSteps(text: string): RepeatedStep[] {
  const blocks = text.replaceAll(/ +$/gm, '').split(/^\s*# repeat.*$/m)
  return blocks.flatMap((block, place) =>
    parseWorkload(block).map((step, i) => ({ ...step, repeats: place > 0 && i === 0 })),
  )
}

const SCRIPT = readFileSync(path.resolve(import.meta.dirname, 'bulk-edit-steps.txt'), 'utf8')
/** The parts of the scripts by their names. */
export const PARTS = new Map(
  SCRIPT.split('\n== ')
    .slice(1)
    .map((part) => [part.slice(0, part.indexOf('\n')), readSteps(part)]),
)

const RUNNING = ['RETRIEVING_RECORDS', 'DATA_MODIFICATION_IN_PROGRESS', 'APPLY_CHANGES']

/** The answers of a part, in order, with what the script looked for in vain. */
export type Answers = { step: string; text: string; missing: string[] }[]

/**
 * Sends the requests of a part as the script's user does, filling in what it reads from the answers. The upload answers
 * 200, as FOLIO's integration tests and one of the scripts expect; the others of the scripts name 201.
 */
export async function play(
  app: TestApp,
  part: string,
  values: Record<string, string>,
  file: string,
): Promise<{ answers: Answers; values: Record<string, string> }> {
  const user = new VirtualUser(app, values, Buffer.from(file))
  const answers: Answers = []
  for (const step of PARTS.get(part)!) {
    const send = async () => {
      const { reply, missing } = await user.send(step)
      expect(reply.status, `${step.url} ${reply.text}`).toBe(200)
      return { step: `${step.method} ${step.url}`, text: reply.text, missing }
    }
    const isOver = async () => {
      const sent = await send()
      return RUNNING.includes(user.values.job_status!) ? null : sent
    }
    answers.push(step.repeats ? await until(isOver) : await send())
  }
  return { answers, values: user.values }
}

function textOf(answers: Answers, end: string): string {
  return answers.findLast(({ step }) => step.endsWith(end))!.text
}

/** The rows of a preview, by header. */
export function previewOf(answers: Answers, step: string): Record<string, string>[] {
  const { header, rows } = JSON.parse(textOf(answers, `step=${step}`)) as {
    header: { value: string }[]
    rows: { row: string[] }[]
  }
  return rows.map(({ row }) => Object.fromEntries(header.map(({ value }, i) => [value, row[i]!])))
}

/** The rows of a downloaded file, by header. */
export function fileOf(answers: Answers, type: string): Record<string, string>[] {
  const text = textOf(answers, `fileContentType=${type}`)
  expect(text.startsWith('\ufeff')).toBe(true)
  const parser = new CsvParser()
  const [header, ...rows] = [...parser.push(text.slice(1)), ...parser.end()]
  return rows.map(({ cells }) => Object.fromEntries(header!.cells.map((name, i) => [name, cells[i]!])))
}
