/** The comparisons that stand between two things as symbols. */
export type CqlSymbol = '=' | '==' | '<>' | '<' | '<=' | '>' | '>='

/** `/name` or `/name=value`, after a relation, a boolean operator or a sort index. The name is in lower case. */
export type CqlModifier = {
  readonly name: string
  readonly comparison: CqlSymbol | null
  readonly value: string | null
}

/** A relation with its modifiers: a symbol or a word (`adj`, `all`, `any`, …) in lower case. */
export type CqlRelation = {
  readonly comparator: string
  readonly modifiers: readonly CqlModifier[]
}

/**
 * One search clause. `term` keeps its backslashes, because `\*` is a star and `*` is a mask; a double quote
 * in it always has one.
 */
export type CqlTerm = {
  readonly type: 'term'
  readonly index: string
  readonly relation: CqlRelation
  readonly term: string
}

/** Two queries joined; the operators bind equally and to the left, `not` means "and not". */
export type CqlBoolean = {
  readonly type: 'boolean'
  readonly operator: 'and' | 'or' | 'not'
  readonly modifiers: readonly CqlModifier[]
  readonly left: CqlNode
  readonly right: CqlNode
}

export type CqlNode = CqlTerm | CqlBoolean

/** One key of `sortBy`. */
export type CqlSortKey = {
  readonly index: string
  readonly modifiers: readonly CqlModifier[]
}

/** A whole query; `root` is null when the text was blank, which restricts nothing. */
export type CqlQuery = {
  readonly root: CqlNode | null
  readonly sort: readonly CqlSortKey[]
}
