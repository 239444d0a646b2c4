import { marcText } from '#text/marc.ts'
import type { MarcFormat } from './wire.ts'

/** What a new record begins with. */
export type Template = { id: string; format: MarcFormat; name: string; lines: readonly string[] }

const today = (): string => new Date().toISOString().slice(2, 10).replaceAll('-', '')

/** 008 of a bibliographic record: the date of today, one date of publication, no place, English, own cataloguing. */
function general(material: string): string {
  return `008 ${today()}s        xx ${material}eng d`
}

const PRINT = [
  '336 __ $a text $b txt $2 rdacontent',
  '337 __ $a unmediated $b n $2 rdamedia',
  '338 __ $a volume $b nc $2 rdacarrier',
]
const ONLINE = [
  '336 __ $a text $b txt $2 rdacontent',
  '337 __ $a computer $b c $2 rdamedia',
  '338 __ $a online resource $b cr $2 rdacarrier',
]

/** The templates of a format; the first is what a new record begins with when nothing else is chosen. */
export function templatesOf(format: MarcFormat): Template[] {
  const { templates: names } = marcText
  if (format === 'HOLDINGS') {
    return [
      {
        id: 'holdings',
        format,
        name: names.holdings,
        lines: ['LDR 00000nx  a2200000un 4500', `008 ${today()}0u    8   0001uueng0000000`, '852 0_ $b  $h '],
      },
    ]
  }
  if (format === 'AUTHORITY') {
    const fixed = `008 ${today()}n| azannaabn          |a aaa      `
    return [
      {
        id: 'person',
        format,
        name: names.person,
        lines: ['LDR 00000nz  a2200000n  4500', '001 ', fixed, '100 1_ $a '],
      },
      {
        id: 'topic',
        format,
        name: names.topic,
        lines: ['LDR 00000nz  a2200000n  4500', '001 ', fixed, '150 __ $a '],
      },
    ]
  }
  return [
    {
      id: 'book',
      format,
      name: names.book,
      lines: [
        'LDR 00000nam a2200000 i 4500',
        general('           000 0 '),
        '020 __ $a ',
        '040 __ $e rda',
        '100 1_ $a ',
        '245 10 $a ',
        '264 _1 $a  $b  $c ',
        '300 __ $a ',
        ...PRINT,
        '500 __ $a ',
        '650 _0 $a ',
      ],
    },
    {
      id: 'e-book',
      format,
      name: names.eBook,
      lines: [
        'LDR 00000nam a2200000 i 4500',
        '006 m     o  d        ',
        '007 cr |||||||||||',
        general('     o     000 0 '),
        '020 __ $a ',
        '040 __ $e rda',
        '100 1_ $a ',
        '245 10 $a ',
        '264 _1 $a  $b  $c ',
        '300 __ $a 1 online resource',
        ...ONLINE,
        '650 _0 $a ',
        '856 40 $u ',
      ],
    },
    {
      id: 'serial',
      format,
      name: names.serial,
      lines: [
        'LDR 00000nas a2200000 i 4500',
        `008 ${today()}c    9999xx  r p       0   a0eng d`,
        '022 0_ $a ',
        '040 __ $e rda',
        '245 00 $a ',
        '264 _1 $a  $b ',
        '300 __ $a volumes',
        '310 __ $a ',
        ...PRINT,
        '362 1_ $a ',
      ],
    },
    {
      id: 'short',
      format,
      name: names.short,
      lines: ['LDR 00000nam a2200000 i 4500', general('           000 0 '), '245 00 $a '],
    },
  ]
}
