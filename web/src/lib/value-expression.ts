// The server's own reader of value rules, so that a rule is checked while it is typed as it is when it runs.
export { parseExpression } from '../../../src/modules/imports/mapping-language/parse-expression.ts'
