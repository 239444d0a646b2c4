/**
 * Default MARC holdings to Holdings rules, in the notation of `expand-rules.ts`. The facts are those of
 * folio-org/mod-source-record-manager: `src/main/resources/rules/marc_holdings_rules.json`.
 */
export const holdingsRules = String.raw`
define NOTE codes name flags
  entity
    notes.holdingsNoteTypeId $codes + : set_holdings_note_type_id | name="$name"
    notes.note $codes + join=semicolon : trim
    notes.staffOnly $codes $flags = false

define TEXT target code
  $target $code : remove_ending_punc, trim

define STATEMENT list
  entity
    TEXT $list.statement a
    TEXT $list.note z
    TEXT $list.staffNote x

001
  hrid - copy
  holdingsTypeId - : set_holdings_type_id | LDR
035
  each
    formerIds a
561 NOTE au3568 "Provenance" +
562 NOTE abcde3568 "Copy note" +
563 NOTE au3568 "Binding" +
583 NOTE abcdefhijklnouxz23568 "Action note"
852
  entity
    callNumberTypeId b : set_call_number_type_id
    permanentLocationId b : set_permanent_location_id
    callNumber hi + join=space
    callNumberPrefix k
    shelvingTitle l
    callNumberSuffix m
    copyNumber t
856
  entity
    electronicAccess.relationshipId 3yuz + : set_electronic_access_relations_id
    TEXT electronicAccess.uri u
    TEXT electronicAccess.linkText y
    TEXT electronicAccess.materialsSpecification 3
    TEXT electronicAccess.publicNote z
866 STATEMENT holdingsStatements
867 STATEMENT holdingsStatementsForSupplements
868 STATEMENT holdingsStatementsForIndexes
`
