// ISO 2709 delimits with control characters: 0x1D ends a record, 0x1E a field, 0x1F begins a subfield.

/** Matches text that holds a record or field terminator. */
// eslint-disable-next-line no-control-regex -- the terminators are control characters
export const terminatorPattern = /[\u001d\u001e]/

/** Matches text that holds a terminator or a subfield delimiter. */
// eslint-disable-next-line no-control-regex -- the delimiters are control characters
export const delimiterPattern = /[\u001d-\u001f]/
