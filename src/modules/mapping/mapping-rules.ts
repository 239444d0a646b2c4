/** The three rule sets a library may edit, named as in the path `/mapping-rules/{type}`. */
export type RuleSetName = 'marc-bib' | 'marc-holdings' | 'marc-authority'

/** FOLIO's rules document: tag (`LDR`, `001`, `245`) to its rules, in the order in which they run. */
export type MappingRules = Record<string, MappingRule[]>

/**
 * One rule in FOLIO's JSON form; field names are FOLIO's.
 * The meaning of every key is listed in the reference text on MARC mapping; source: folio-org/data-import-processing-core:
 * mapping/defaultmapper/processor/Processor.java.
 */
export type MappingRule = {
  target?: string
  description?: string
  subfield?: string[]
  rules?: RuleEntry[]
  applyRulesOnConcatenatedData?: boolean
  subFieldDelimiter?: SubfieldDelimiter[]
  entity?: MappingRule[]
  entityPerRepeatedSubfield?: boolean
  requiredSubfield?: string[]
  exclusiveSubfield?: string[]
  ignoreSubsequentFields?: boolean
  ignoreSubsequentSubfields?: boolean
  alternativeMapping?: MappingRule
  subFieldSplit?: { type: string; value: string }
  indicators?: { ind1: string; ind2: string }
  createSingleObject?: boolean
  keepTrailingBackslash?: boolean
  fieldReplacementBy3Digits?: boolean
  fieldReplacementRule?: { sourceDigits: string; targetField: string }[]
}

/** A constant (`value`) given when all conditions hold, or the functions that make the value. */
export type RuleEntry = { conditions: RuleCondition[]; value?: string; description?: string }

/** `type` lists function names with commas; `value` is what their result must equal; `LDR` feeds them the leader. */
export type RuleCondition = {
  type: string
  parameter?: Record<string, unknown>
  value?: string
  LDR?: boolean
}

/** Text put between the values of `subfields`; with an empty list, between the groups. */
export type SubfieldDelimiter = { value: string; subfields: string[] }

/** A fault in a rules document: where (`245[0].rules[0].conditions[0].type`) and what. */
export type RuleProblem = { path: string; message: string }
