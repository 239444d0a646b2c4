/** A field as a client sends it. */
export type TestField = { tag: string; content: unknown; indicators?: string[]; linkDetails?: object }

/** A data field with the two characters of `indicators`, a backslash for a blank. */
export function field(tag: string, indicators: string, content: string, more: object = {}): TestField {
  return { tag, indicators: Array.from(indicators), content, ...more }
}

/** 008 of a book of 2024 in English, as the editor sends it. */
export const BOOK_008 = {
  tag: '008',
  content: {
    Type: 'a',
    BLvl: 'm',
    Entered: '240131',
    DtSt: 's',
    Date1: '2024',
    Date2: '\\\\\\\\',
    Ctry: 'xxu',
    Lang: 'eng',
    MRec: '\\',
    Srce: 'd',
    Ills: ['a', '\\', '\\', '\\'],
    Audn: '\\',
    Form: '\\',
    Cont: ['b', '\\', '\\', '\\'],
    GPub: '\\',
    Conf: '0',
    Fest: '0',
    Indx: '1',
    LitF: '0',
    Biog: '\\',
  },
}

/** A new bibliographic record with a title and whatever else it shall have. */
export function bookRecord(title: string, ...more: TestField[]) {
  return {
    marcFormat: 'BIBLIOGRAPHIC',
    leader: '00000nam\\a2200000\\a\\4500',
    fields: [BOOK_008, field('245', '00', `$a ${title}`), ...more] as TestField[],
  }
}

/** New holdings of the instance with the HRID in 004. */
export function holdingsRecord(instanceHrid: string, ...more: TestField[]) {
  return {
    marcFormat: 'HOLDINGS',
    leader: '00000nx\\\\a22000001n\\4500',
    fields: [
      { tag: '004', content: instanceHrid },
      { tag: '008', content: { 'Date Ent': '240131', AcqStatus: '0', AcqMethod: 'u', Lang: 'eng' } },
      ...more,
    ] as TestField[],
  }
}

/** A new authority with a control number. */
export function authorityRecord(number: string, ...more: TestField[]) {
  return {
    marcFormat: 'AUTHORITY',
    leader: '00000nz\\\\a2200000n\\\\4500',
    fields: [
      { tag: '001', content: number },
      { tag: '008', content: { 'Date Ent': '240131', 'Geo Subd': 'n', Roman: '|', 'Kind rec': 'a' } },
      ...more,
    ] as TestField[],
  }
}
