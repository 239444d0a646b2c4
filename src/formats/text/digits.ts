const leadingDigits = /^([0-9 \t-]*(?:\*[ \t]*)?)(.*)$/s

/**
 * A standard number as FOLIO compares ISBNs: blanks, tabs and hyphens leave the leading run of digits, one
 * blank parts it from what follows. The run may end in the mask `*`. `octavo.normalize_digits` gives the same.
 * Source: folio-org/raml-module-builder: domain-models-runtime/.../db_scripts/general_functions.ftl.
 *
 * @example normalizeDigits('0-552-16754-1(pbk)') // '0552167541 (pbk)'
 */
export function normalizeDigits(text: string): string {
  const match = leadingDigits.exec(text)
  const digits = (match?.[1] ?? '').replace(/[ \t-]/g, '')
  const rest = match?.[2] ?? text
  return (match?.[1] ?? '') === '' || rest === '' ? digits + rest : `${digits} ${rest}`
}
