import { Problem } from '../../kernel/http/problems.ts'

/** 422 as mod-inventory words it: faults without type and code (folio-org/mod-inventory: JsonResponse.java). */
export function businessProblem(message: string, key?: string, value?: string | null): Problem {
  const parameters = key === undefined ? [] : [{ key, value: value ?? null }]
  return new Problem(422, { errors: [{ message, parameters }] }, message)
}
