import type { TestApp } from '../../../test/support/app.ts'
import { addLibrary } from '../inventory/test-library.ts'
import type { TestLibrary } from '../inventory/test-library.ts'

type Made = { id: string; hrid: string; title?: string }

/** An instance with an open and a suppressed holdings record, and items of both kinds. */
export type Reader = {
  library: TestLibrary
  mainLocation: string
  barcode: string
  instance: Made
  open: Made
  closed: Made
  shown: Made
  hidden: Made
  inClosed: Made
}

const SINGLE_UNIT = '9d18a02f-5897-4c31-9106-c9abb5c7ae8b'

/** Makes such an instance through the API. */
export async function addReader(app: TestApp): Promise<Reader> {
  const library = await addLibrary(app)
  const find = async (path: string, listKey: string, name: string): Promise<string> =>
    (await app.get(`${path}?query=name=="${name}"`)).json[listKey][0].id
  const location = (await app.get(`/locations/${library.mainLocation}`)).json
  await app.put(`/locations/${library.mainLocation}`, {
    ...location,
    discoveryDisplayName: 'Main reading room',
  })
  const instance = await library.addInstance({
    title: 'A life',
    modeOfIssuanceId: SINGLE_UNIT,
    natureOfContentTermIds: [await find('/nature-of-content-terms', 'natureOfContentTerms', 'biography')],
  })
  const open = await library.addHoldings(instance.id, {
    holdingsTypeId: await find('/holdings-types', 'holdingsTypes', 'Monograph'),
    callNumberPrefix: 'Q',
    callNumber: '12',
    callNumberSuffix: 'z',
    notes: [
      {
        holdingsNoteTypeId: await find('/holdings-note-types', 'holdingsNoteTypes', 'Binding'),
        note: 'in leather',
        staffOnly: false,
      },
      { note: 'counted by hand', staffOnly: true },
    ],
    holdingsStatements: [{ statement: '1-3', note: 'gaps', staffNote: 'counted by hand' }],
    electronicAccess: [
      {
        uri: 'http://example.org/h',
        relationshipId: await find(
          '/electronic-access-relationships',
          'electronicAccessRelationships',
          'Resource',
        ),
      },
    ],
    statisticalCodeIds: [
      (await app.get('/statistical-codes?query=code==ebooks')).json.statisticalCodes[0].id,
    ],
  })
  const closed = await library.addHoldings(instance.id, { discoverySuppress: true })
  const barcode = 'tree-1'
  return {
    library,
    mainLocation: library.mainLocation,
    barcode,
    instance,
    open,
    closed,
    shown: await library.addItem(open.id, { barcode }),
    hidden: await library.addItem(open.id, { discoverySuppress: true }),
    inClosed: await library.addItem(closed.id),
  }
}
