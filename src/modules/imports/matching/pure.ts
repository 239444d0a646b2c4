export { compileMatch } from './compile-match.ts'
export type { CompiledMatch } from './compile-match.ts'
export type { MatchQuestion, MatchTarget } from './match-question.ts'
