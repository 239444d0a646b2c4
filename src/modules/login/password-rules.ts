import { defineCollection } from '../../kernel/collections/index.ts'
import type { Document } from '../../kernel/collections/index.ts'
import { fieldProblem } from '../../kernel/http/problems.ts'
import { compileExpression } from './rule-expression.ts'

const text = { type: 'string' }

/** The one rule that is code and not an expression: the password must not be one of the last. */
export const NOT_REPEATED = '/authn/password/repeatable'

/**
 * What a new password must be like (folio-org/mod-password-validator: swagger.api/schemas/validationRule.json).
 * `name` is unique there too.
 */
export const passwordRules = defineCollection({
  path: '/tenant/rules',
  listKey: 'rules',
  table: 'validationrules',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['name', 'type', 'validationType', 'state', 'moduleName', 'orderNo'],
    properties: {
      id: { type: 'string', format: 'uuid' },
      ruleId: { type: 'string', readOnly: true },
      name: { type: 'string', maxLength: 256 },
      type: { type: 'string', enum: ['RegExp', 'Programmatic', 'PwnedPassword'] },
      validationType: { type: 'string', enum: ['Soft', 'Strong'] },
      state: { type: 'string', enum: ['Enabled', 'Disabled'] },
      moduleName: { type: 'string', maxLength: 128 },
      implementationReference: text,
      expression: text,
      description: text,
      orderNo: { type: 'integer', minimum: -2_147_483_648, maximum: 2_147_483_647 },
      errMessageId: { type: 'string', maxLength: 128 },
    },
  },
  permissions: 'validation.rules',
  unique: [{ fields: ['name'], match: 'exact' }],
  validate: checkRule,
})

// A rule that cannot be applied would let every password pass, or none: better to refuse it now.
function checkRule(_tx: unknown, { type, expression, implementationReference }: Document): void {
  if (type === 'RegExp' && typeof expression === 'string') compileExpression(expression, '')
  if (type === 'Programmatic' && implementationReference !== NOT_REPEATED) {
    throw fieldProblem(
      `The only programmatic rule is ${NOT_REPEATED}`,
      'implementationReference',
      implementationReference,
    )
  }
}
