const lists = new Intl.ListFormat(navigator.language, { style: 'long', type: 'conjunction' })

/** How the steps of a job profile are told. */
export const profileText = {
  records: {
    INSTANCE: 'instance',
    HOLDINGS: 'holdings',
    ITEM: 'item',
    ORDER: 'order',
    INVOICE: 'invoice',
    AUTHORITY: 'authority',
    MARC_BIBLIOGRAPHIC: 'MARC record',
    MARC_HOLDINGS: 'MARC holdings record',
    MARC_AUTHORITY: 'MARC authority record',
  } as Record<string, string>,
  actions: {
    CREATE: (record: string) => `Create ${record}`,
    UPDATE: (record: string) => `Update ${record}`,
    MODIFY: (record: string) => `Change fields of the ${record}`,
    DELETE: (record: string) => `Delete ${record}`,
  } as Record<string, (record: string) => string>,
  match: (incoming: string, existing: string, record: string) =>
    `Match ${incoming} with ${existing}${record === '' ? '' : ` (${record})`}`,
  matchByName: (name: string) => `Match by “${name}”`,
  /** The last part of `instance.identifiers[].value`, as words. */
  property: (path: string) =>
    path
      .replace(/^\w+\./, '')
      .replaceAll('[]', '')
      .replaceAll('.', ' ')
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      // Ids of lists are given by name or code.
      .replace(/ ids?$/, ''),
  ifFound: (what: string) => `If found, ${what}.`,
  ifNotFound: (what: string) => `If not found, ${what}.`,
  and: (parts: readonly string[]) => lists.format(parts),
  found: 'found',
  notFound: 'not found',
  noSteps: 'This profile has no steps.',
}
