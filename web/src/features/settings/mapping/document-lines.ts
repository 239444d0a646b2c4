import type { Trial } from './mapping-api.ts'

/** One value of a built record in words, with its place in the document (`notes[2]`). */
export type DocumentLine = { place: string; text: string; writers: readonly Trial['writers'][string][] }

/** A built record line by line; ids of reference values are told by their names. */
export function documentLines(
  { document, writers }: Trial,
  nameOf: (id: string) => string | undefined,
): DocumentLine[] {
  const lines: DocumentLine[] = []
  const add = (place: string, label: string, value: unknown): void => {
    if (value === undefined || value === null || value === '') return
    const own = Object.entries(writers).filter(([key]) => key === place || key.startsWith(`${place}.`))
    const unique = new Map(own.map(([, writer]) => [writer.rule, writer]))
    lines.push({ place, text: `${label}: ${inWords(value, nameOf)}`, writers: [...unique.values()] })
  }
  for (const [name, value] of Object.entries(document)) {
    if (Array.isArray(value)) value.forEach((entry, at) => add(`${name}[${at}]`, name, entry))
    else add(name, name, value)
  }
  return lines
}

function inWords(value: unknown, nameOf: (id: string) => string | undefined): string {
  if (typeof value === 'string') return nameOf(value) ?? value
  if (Array.isArray(value)) return value.map((one) => inWords(one, nameOf)).join('; ')
  if (typeof value !== 'object' || value === null) return String(value)
  const entries = Object.entries(value as Record<string, unknown>)
  // Plain texts first: the note itself, then its type.
  const rank = ([key]: [string, unknown]): number => (key.endsWith('Id') ? 1 : 0)
  return entries
    .toSorted((a, b) => rank(a) - rank(b))
    .filter(([, one]) => one !== '' && one !== undefined)
    .map(([key, one]) => (typeof one === 'boolean' ? `${key} ${one ? '✓' : '–'}` : inWords(one, nameOf)))
    .join(' · ')
}
