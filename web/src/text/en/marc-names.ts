/*
 * Names of MARC 21 fields, their indicators and subfields, in short, for the helper beside the MARC editor.
 * Facts: MARC 21 formats for bibliographic, authority and holdings records.
 */

/** `subfields` has one code and its name a part, as in "a Title; b Rest of title". */
type FieldNames = { name: string; first?: string; second?: string; subfields?: string }

const PERSON =
  'a Name; b Numeration; c Titles and other words; d Dates; e Relation to the work; f Date of the work; k Form; l Language; n Number of part; p Name of part; q Fuller form of name; t Title of the work; u Affiliation; 0 Authority number; 1 Identifier of the thing; 2 Source; 4 Relation code; 6 Linkage'
const CORPORATE =
  'a Name; b Subordinate unit; c Place of meeting; d Date of meeting; e Relation to the work; f Date of the work; k Form; l Language; n Number of part or meeting; p Name of part; t Title of the work; u Affiliation; 0 Authority number; 1 Identifier of the thing; 2 Source; 4 Relation code; 6 Linkage'
const MEETING =
  'a Name of meeting; c Place; d Date; e Subordinate unit; f Date of the work; j Relation to the work; k Form; l Language; n Number; p Name of part; q Name after the jurisdiction; t Title of the work; 0 Authority number; 4 Relation code; 6 Linkage'
const UNIFORM =
  'a Uniform title; d Date of treaty; f Date of the work; g Other information; h Medium; k Form; l Language; m Medium of performance; n Number of part; o Arranged statement; p Name of part; r Key; s Version; 0 Authority number; 6 Linkage'
const SUBDIVISIONS =
  '; v Form subdivision; x General subdivision; y Chronological subdivision; z Geographic subdivision'
const NOTE = 'a Note; 3 What it applies to; 5 Institution; 6 Linkage'
const TYPE_TERM = 'a Term; b Code; 0 Authority number; 2 Source; 3 What it applies to; 6 Linkage'
const LINKED =
  'a Main entry; b Edition; d Place, publisher, date; g Related parts; h Physical description; i Relation; k Series; n Note; o Other identifier; s Uniform title; t Title; w Control number; x ISSN; z ISBN; 6 Linkage'
const PERSON_FIRST = '0 forename, 1 surname, 3 family name'
const CORPORATE_FIRST = '0 inverted name, 1 jurisdiction, 2 name in direct order'
const NONFILING = '0–9: how many characters are passed over in filing'
const THESAURUS =
  '0 LCSH, 1 LC children’s, 2 MeSH, 3 NAL, 4 not specified, 5 Canadian, 6 Répertoire de vedettes-matière, 7 named in $2'
const LINKED_FIRST = '0 shows a note, 1 shows none'

/** Fields of bibliographic records, and those that all formats share. */
export const bibliographicNames: Readonly<Record<string, FieldNames>> = {
  LDR: { name: 'Leader' },
  '001': { name: 'Control number' },
  '003': { name: 'Whose control number it is' },
  '005': { name: 'Time of the last change' },
  '006': { name: 'Additional material characteristics' },
  '007': { name: 'Physical description, coded' },
  '008': { name: 'General information, coded' },
  '010': {
    name: 'Library of Congress control number',
    subfields: 'a LCCN; b NUCMC number; z Cancelled or invalid',
  },
  '015': { name: 'National bibliography number', subfields: 'a Number; q Qualifier; z Cancelled; 2 Source' },
  '016': {
    name: 'National agency control number',
    first: 'blank Canada, 7 named in $2',
    subfields: 'a Number; z Cancelled; 2 Source',
  },
  '019': { name: 'OCLC number before a merger', subfields: 'a Number' },
  '020': { name: 'ISBN', subfields: 'a ISBN; c Terms of availability; q Qualifier; z Cancelled or invalid' },
  '022': {
    name: 'ISSN',
    first: 'blank not said, 0 international interest, 1 not',
    subfields: 'a ISSN; l ISSN-L; m Cancelled ISSN-L; y Incorrect; z Cancelled; 2 Source',
  },
  '024': {
    name: 'Other standard identifier',
    first: '0 ISRC, 1 UPC, 2 ISMN, 3 EAN, 4 SICI, 7 named in $2, 8 unspecified',
    subfields: 'a Number; c Terms of availability; d Additional codes; q Qualifier; z Cancelled; 2 Source',
  },
  '027': { name: 'Standard technical report number', subfields: 'a Number; q Qualifier; z Cancelled' },
  '028': {
    name: 'Publisher or distributor number',
    first: '0 issue, 1 matrix, 2 plate, 3 other music, 4 video, 5 other, 6 distributor',
    second: '0 no note, 1 note and entry, 2 note only, 3 entry only',
    subfields: 'a Number; b Source; q Qualifier',
  },
  '030': { name: 'CODEN', subfields: 'a CODEN; z Cancelled or invalid' },
  '035': { name: 'System control number', subfields: 'a Number; z Cancelled or invalid' },
  '037': { name: 'Source of acquisition', subfields: 'a Stock number; b Source; c Terms; f Form; n Note' },
  '040': {
    name: 'Cataloguing source',
    subfields:
      'a Original agency; b Language of cataloguing; c Transcribing agency; d Modifying agency; e Description conventions',
  },
  '041': {
    name: 'Language code',
    first: '0 no translation, 1 translation',
    second: 'blank MARC code, 7 named in $2',
    subfields:
      'a Text; b Summary; d Sung or spoken; e Librettos; f Table of contents; g Accompanying material; h Original; j Subtitles; 2 Source',
  },
  '042': { name: 'Authentication code', subfields: 'a Code' },
  '043': { name: 'Geographic area code', subfields: 'a Code; b Local code; c ISO code; 2 Source' },
  '044': { name: 'Country of publication code', subfields: 'a MARC code; c ISO code' },
  '045': { name: 'Time period of content', subfields: 'a Code; b Date; c Date before Christ' },
  '050': {
    name: 'Library of Congress call number',
    first: 'blank not said, 0 held by LC, 1 not',
    second: '0 assigned by LC, 4 by others',
    subfields: 'a Classification number; b Item number; 3 What it applies to',
  },
  '055': {
    name: 'Call number assigned in Canada',
    subfields: 'a Classification number; b Item number; 2 Source',
  },
  '060': {
    name: 'National Library of Medicine call number',
    first: '0 held by NLM, 1 not',
    second: '0 assigned by NLM, 4 by others',
    subfields: 'a Classification number; b Item number',
  },
  '070': {
    name: 'National Agricultural Library call number',
    subfields: 'a Classification number; b Item number',
  },
  '072': {
    name: 'Subject category code',
    second: '0 NAL, 7 named in $2',
    subfields: 'a Code; x Subdivision; 2 Source',
  },
  '074': { name: 'GPO item number', subfields: 'a Number; z Cancelled' },
  '080': {
    name: 'Universal Decimal Classification number',
    subfields: 'a Number; b Item number; x Common auxiliary; 2 Edition',
  },
  '082': {
    name: 'Dewey Decimal Classification number',
    first: '0 full edition, 1 abridged, 7 named in $2',
    second: '0 assigned by LC, 4 by others',
    subfields: 'a Number; b Item number; m Standard or optional; q Assigning agency; 2 Edition',
  },
  '084': {
    name: 'Other classification number',
    subfields: 'a Number; b Item number; q Assigning agency; 2 Source',
  },
  '086': {
    name: 'Government document number',
    first: '0 SuDoc, 1 Canada',
    subfields: 'a Number; z Cancelled; 2 Source',
  },
  '090': { name: 'Local call number', subfields: 'a Classification number; b Item number' },
  '100': { name: 'Main entry: person', first: PERSON_FIRST, subfields: PERSON },
  '110': { name: 'Main entry: corporate body', first: CORPORATE_FIRST, subfields: CORPORATE },
  '111': { name: 'Main entry: meeting', first: CORPORATE_FIRST, subfields: MEETING },
  '130': { name: 'Main entry: uniform title', first: NONFILING, subfields: UNIFORM },
  '210': {
    name: 'Abbreviated title',
    first: '0 no added entry, 1 added entry',
    subfields: 'a Title; b Qualifier; 2 Source',
  },
  '222': { name: 'Key title', second: NONFILING, subfields: 'a Key title; b Qualifier' },
  '240': {
    name: 'Uniform title',
    first: '0 not displayed, 1 displayed',
    second: NONFILING,
    subfields: UNIFORM,
  },
  '242': {
    name: 'Translation of title',
    first: '0 no added entry, 1 added entry',
    second: NONFILING,
    subfields: 'a Title; b Rest of title; c Responsibility; n Number of part; p Name of part; y Language',
  },
  '245': {
    name: 'Title statement',
    first: '0 no added entry, 1 added entry',
    second: NONFILING,
    subfields:
      'a Title; b Rest of title; c Responsibility; f Inclusive dates; g Bulk dates; h Medium; k Form; n Number of part; p Name of part; s Version; 6 Linkage',
  },
  '246': {
    name: 'Varying form of title',
    first: '0 note only, 1 note and entry, 2 neither, 3 entry only',
    second:
      'blank not said, 0 part, 1 parallel, 2 distinctive, 3 other, 4 cover, 5 added title page, 6 caption, 7 running, 8 spine',
    subfields:
      'a Title; b Rest of title; f Date; g Other information; h Medium; i Text shown before; n Number of part; p Name of part; 5 Institution',
  },
  '247': {
    name: 'Former title',
    first: '0 no added entry, 1 added entry',
    second: '0 shows a note, 1 shows none',
    subfields:
      'a Title; b Rest of title; f Date; g Other information; n Number of part; p Name of part; x ISSN',
  },
  '250': {
    name: 'Edition statement',
    subfields: 'a Edition; b Responsibility of the edition; 3 What it applies to',
  },
  '254': { name: 'Musical presentation', subfields: 'a Statement' },
  '255': { name: 'Cartographic mathematical data', subfields: 'a Scale; b Projection; c Coordinates' },
  '256': { name: 'Computer file characteristics', subfields: 'a Characteristics' },
  '260': {
    name: 'Publication, distribution (older form)',
    subfields:
      'a Place; b Publisher; c Date; e Place of manufacture; f Manufacturer; g Date of manufacture; 3 What it applies to; 6 Linkage',
  },
  '263': { name: 'Projected publication date', subfields: 'a Date' },
  '264': {
    name: 'Production, publication, distribution',
    first: 'blank not said, 2 intervening, 3 current',
    second: '0 production, 1 publication, 2 distribution, 3 manufacture, 4 copyright',
    subfields: 'a Place; b Name; c Date; 3 What it applies to; 6 Linkage',
  },
  '300': {
    name: 'Physical description',
    subfields:
      'a Extent; b Other details; c Dimensions; e Accompanying material; f Type of unit; g Size of unit; 3 What it applies to',
  },
  '306': { name: 'Playing time', subfields: 'a Time' },
  '310': { name: 'Current frequency', subfields: 'a Frequency; b Date' },
  '321': { name: 'Former frequency', subfields: 'a Frequency; b Dates' },
  '336': { name: 'Content type', subfields: TYPE_TERM },
  '337': { name: 'Media type', subfields: TYPE_TERM },
  '338': { name: 'Carrier type', subfields: TYPE_TERM },
  '340': {
    name: 'Physical medium',
    subfields: 'a Material; b Dimensions; c Surface; d Technique; e Support; 3 What it applies to',
  },
  '344': {
    name: 'Sound characteristics',
    subfields: 'a Type of recording; b Medium; g Channels; h Special characteristics; 2 Source',
  },
  '346': { name: 'Video characteristics', subfields: 'a Video format; b Broadcast standard; 2 Source' },
  '347': {
    name: 'Digital file characteristics',
    subfields: 'a File type; b Encoding format; c Size; d Resolution; e Region; 2 Source',
  },
  '362': {
    name: 'Dates of publication, sequence',
    first: '0 formatted, 1 as a note',
    subfields: 'a Dates; z Source',
  },
  '380': { name: 'Form of work', subfields: 'a Form; 0 Authority number; 2 Source' },
  '385': { name: 'Audience', subfields: 'a Term; b Code; 2 Source' },
  '490': {
    name: 'Series statement',
    first: '0 not traced, 1 traced in 8XX',
    subfields: 'a Series; l LC call number; v Volume; x ISSN; y Incorrect ISSN; 3 What it applies to',
  },
  '500': { name: 'General note', subfields: NOTE },
  '501': { name: '“With” note', subfields: NOTE },
  '502': {
    name: 'Dissertation note',
    subfields: 'a Note; b Degree; c Institution; d Year; g Other information; o Identifier',
  },
  '504': { name: 'Bibliography note', subfields: 'a Note; b Number of references' },
  '505': {
    name: 'Contents',
    first: '0 complete, 1 incomplete, 2 partial, 8 no label',
    second: 'blank basic, 0 enhanced',
    subfields: 'a Contents; g Other information; r Responsibility; t Title; u Address',
  },
  '506': {
    name: 'Restrictions on access',
    first: 'blank not said, 0 none, 1 restrictions',
    subfields:
      'a Terms; b Jurisdiction; c Physical access; d Authorised users; e Authorisation; f Standard term; u Address; 2 Source; 3 What it applies to; 5 Institution',
  },
  '507': { name: 'Scale of graphic material', subfields: 'a Scale; b Remainder' },
  '508': { name: 'Production credits', subfields: NOTE },
  '510': {
    name: 'Citation',
    first: '0 unknown coverage, 1 complete, 2 selective, 3 no place given, 4 place given',
    subfields: 'a Source; b Coverage; c Place in source; u Address; x ISSN',
  },
  '511': { name: 'Participants or performers', first: '0 no label, 1 cast', subfields: NOTE },
  '515': { name: 'Numbering peculiarities', subfields: NOTE },
  '516': { name: 'Type of computer file', subfields: NOTE },
  '518': {
    name: 'Date and place of an event',
    subfields: 'a Note; d Date; o Other information; p Place; 3 What it applies to',
  },
  '520': {
    name: 'Summary',
    first: 'blank summary, 0 subject, 1 review, 2 scope, 3 abstract, 4 content advice',
    subfields: 'a Summary; b Expansion; c Source; u Address; 2 Source code; 3 What it applies to',
  },
  '521': {
    name: 'Target audience',
    first:
      'blank audience, 0 reading grade, 1 interest age, 2 interest grade, 3 special audience, 4 motivation',
    subfields: 'a Note; b Source; 3 What it applies to',
  },
  '522': { name: 'Geographic coverage', subfields: NOTE },
  '524': { name: 'Preferred citation', subfields: 'a Note; 2 Source; 3 What it applies to' },
  '525': { name: 'Supplement note', subfields: NOTE },
  '530': {
    name: 'Additional physical form',
    subfields: 'a Note; b Source; c Conditions; d Order number; u Address; 3 What it applies to',
  },
  '533': {
    name: 'Reproduction note',
    subfields:
      'a Type; b Place; c Agency; d Date; e Physical description; f Series; m Dates reproduced; n Note; 5 Institution',
  },
  '534': {
    name: 'Original version note',
    subfields:
      'a Main entry; b Edition; c Publication; e Physical description; f Series; l Location; n Note; p Introductory phrase; t Title',
  },
  '536': { name: 'Funding', subfields: 'a Text; b Contract; c Grant; f Project' },
  '538': {
    name: 'System details',
    subfields: 'a Note; i Text shown before; u Address; 3 What it applies to',
  },
  '540': {
    name: 'Terms of use and reproduction',
    subfields: 'a Terms; b Jurisdiction; c Authorisation; d Authorised users; u Address; 5 Institution',
  },
  '541': {
    name: 'Immediate source of acquisition',
    first: 'blank not said, 0 private, 1 not private',
    subfields:
      'a Source; b Address; c Method; d Date; e Accession number; f Owner; h Price; 3 What it applies to; 5 Institution',
  },
  '545': {
    name: 'Biographical or historical data',
    first: 'blank not said, 0 biography, 1 history',
    subfields: 'a Note; b Expansion; u Address',
  },
  '546': { name: 'Language note', subfields: 'a Note; b Script; 3 What it applies to' },
  '550': { name: 'Issuing body note', subfields: NOTE },
  '555': {
    name: 'Index and finding aids',
    first: 'blank indexes, 0 finding aids',
    subfields: 'a Note; b Source; c Degree of control; d Reference; u Address',
  },
  '561': {
    name: 'Ownership and custody',
    first: 'blank not said, 0 private, 1 not private',
    subfields: 'a History; u Address; 3 What it applies to; 5 Institution',
  },
  '563': { name: 'Binding', subfields: 'a Note; u Address; 3 What it applies to; 5 Institution' },
  '580': { name: 'Linking entry complexity note', subfields: NOTE },
  '583': {
    name: 'Action note',
    first: 'blank not said, 0 private, 1 not private',
    subfields:
      'a Action; b Identification; c Time; d Interval; h Jurisdiction; k Agent; l Status; x Staff note; z Public note; 2 Source; 5 Institution',
  },
  '586': { name: 'Awards', subfields: NOTE },
  '588': { name: 'Source of description', subfields: NOTE },
  '590': { name: 'Local note', subfields: NOTE },
  '600': {
    name: 'Subject: person',
    first: PERSON_FIRST,
    second: THESAURUS,
    subfields: PERSON + SUBDIVISIONS,
  },
  '610': {
    name: 'Subject: corporate body',
    first: CORPORATE_FIRST,
    second: THESAURUS,
    subfields: CORPORATE + SUBDIVISIONS,
  },
  '611': {
    name: 'Subject: meeting',
    first: CORPORATE_FIRST,
    second: THESAURUS,
    subfields: MEETING + SUBDIVISIONS,
  },
  '630': {
    name: 'Subject: uniform title',
    first: NONFILING,
    second: THESAURUS,
    subfields: UNIFORM + SUBDIVISIONS,
  },
  '647': {
    name: 'Subject: event',
    second: THESAURUS,
    subfields: `a Event; c Place; d Date; 0 Authority number; 2 Source${SUBDIVISIONS}`,
  },
  '648': {
    name: 'Subject: period',
    second: THESAURUS,
    subfields: `a Period; 0 Authority number; 2 Source${SUBDIVISIONS}`,
  },
  '650': {
    name: 'Subject: topic',
    first: 'blank not said, 0 no level, 1 primary, 2 secondary',
    second: THESAURUS,
    subfields: `a Topic; b Topic after place; c Place of event; d Dates; e Relation; g Other information; 0 Authority number; 1 Identifier of the thing; 2 Source; 3 What it applies to; 4 Relation code; 6 Linkage${SUBDIVISIONS}`,
  },
  '651': {
    name: 'Subject: place',
    second: THESAURUS,
    subfields: `a Place; e Relation; g Other information; 0 Authority number; 2 Source${SUBDIVISIONS}`,
  },
  '653': {
    name: 'Subject: uncontrolled',
    first: 'blank not said, 0 no level, 1 primary, 2 secondary',
    second: 'blank not said, 0 topic, 1 person, 2 body, 3 meeting, 4 period, 5 place, 6 genre',
    subfields: 'a Term; 0 Authority number; 5 Institution',
  },
  '655': {
    name: 'Genre or form',
    first: 'blank basic, 0 faceted',
    second: THESAURUS,
    subfields: `a Genre; b Non-focus term; 0 Authority number; 2 Source; 3 What it applies to; 5 Institution${SUBDIVISIONS}`,
  },
  '700': {
    name: 'Added entry: person',
    first: PERSON_FIRST,
    second: 'blank not said, 2 analytical entry',
    subfields: `${PERSON}; i Relation`,
  },
  '710': {
    name: 'Added entry: corporate body',
    first: CORPORATE_FIRST,
    second: 'blank not said, 2 analytical entry',
    subfields: `${CORPORATE}; i Relation`,
  },
  '711': {
    name: 'Added entry: meeting',
    first: CORPORATE_FIRST,
    second: 'blank not said, 2 analytical entry',
    subfields: `${MEETING}; i Relation`,
  },
  '720': {
    name: 'Added entry: uncontrolled name',
    first: 'blank not said, 1 person, 2 other',
    subfields: 'a Name; e Relation; 4 Relation code',
  },
  '730': {
    name: 'Added entry: uniform title',
    first: NONFILING,
    second: 'blank not said, 2 analytical entry',
    subfields: `${UNIFORM}; i Relation`,
  },
  '740': {
    name: 'Added entry: uncontrolled title',
    first: NONFILING,
    second: 'blank not said, 2 analytical entry',
    subfields: 'a Title; h Medium; n Number of part; p Name of part',
  },
  '752': {
    name: 'Added entry: place names',
    subfields: 'a Country; b State; c County; d City; 0 Authority number; 2 Source',
  },
  '758': {
    name: 'Resource identifier',
    subfields: 'a Label; i Relation; 0 Authority number; 1 Identifier of the thing; 4 Relation code',
  },
  '760': { name: 'Main series', first: LINKED_FIRST, subfields: LINKED },
  '765': { name: 'Original language', first: LINKED_FIRST, subfields: LINKED },
  '767': { name: 'Translation', first: LINKED_FIRST, subfields: LINKED },
  '770': { name: 'Supplement', first: LINKED_FIRST, subfields: LINKED },
  '772': { name: 'Parent of a supplement', first: LINKED_FIRST, subfields: LINKED },
  '773': { name: 'Host item', first: LINKED_FIRST, subfields: LINKED },
  '774': { name: 'Constituent unit', first: LINKED_FIRST, subfields: LINKED },
  '775': { name: 'Other edition', first: LINKED_FIRST, subfields: LINKED },
  '776': { name: 'Other physical form', first: LINKED_FIRST, subfields: LINKED },
  '777': { name: 'Issued with', first: LINKED_FIRST, subfields: LINKED },
  '780': {
    name: 'Preceding title',
    first: LINKED_FIRST,
    second:
      '0 continues, 1 continues in part, 2 supersedes, 4 union, 5 absorbed, 6 absorbed in part, 7 separated from',
    subfields: LINKED,
  },
  '785': {
    name: 'Succeeding title',
    first: LINKED_FIRST,
    second:
      '0 continued by, 1 in part by, 2 superseded by, 4 absorbed by, 6 split into, 7 merged with, 8 changed back to',
    subfields: LINKED,
  },
  '787': { name: 'Other relation', first: LINKED_FIRST, subfields: LINKED },
  '800': { name: 'Series entry: person', first: PERSON_FIRST, subfields: `${PERSON}; v Volume; x ISSN` },
  '810': {
    name: 'Series entry: corporate body',
    first: CORPORATE_FIRST,
    subfields: `${CORPORATE}; v Volume; x ISSN`,
  },
  '811': { name: 'Series entry: meeting', first: CORPORATE_FIRST, subfields: `${MEETING}; v Volume; x ISSN` },
  '830': {
    name: 'Series entry: title',
    second: NONFILING,
    subfields: `${UNIFORM}; v Volume; w Control number; x ISSN`,
  },
  '850': { name: 'Holding institution', subfields: 'a Institution' },
  '852': {
    name: 'Location and call number',
    first:
      'blank not said, 0 LC, 1 Dewey, 2 NLM, 3 SuDoc, 4 shelving number, 5 title, 6 shelved apart, 7 named in $2, 8 other',
    second: 'blank not said, 0 not enumeration, 1 primary enumeration, 2 alternative enumeration',
    subfields:
      'a Institution; b Location code; c Shelving location; h Classification; i Item part; j Shelving number; k Call number prefix; l Shelving title; m Call number suffix; p Barcode; t Copy number; x Staff note; z Public note; 2 Source; 3 What it applies to',
  },
  '856': {
    name: 'Electronic location',
    first: 'blank not said, 0 e-mail, 1 FTP, 4 HTTP, 7 named in $2',
    second: 'blank not said, 0 resource, 1 version, 2 related, 3 component part, 4 version of part',
    subfields:
      'a Host; q Format; u Address; x Staff note; y Link text; z Public note; 3 What it applies to; 7 Access status',
  },
  '866': {
    name: 'Textual holdings',
    first: 'level of detail',
    second: 'kind of notation',
    subfields: 'a Holdings; x Staff note; z Public note; 2 Source; 8 Link number',
  },
  '867': {
    name: 'Textual holdings of supplements',
    subfields: 'a Holdings; x Staff note; z Public note; 8 Link number',
  },
  '868': {
    name: 'Textual holdings of indexes',
    subfields: 'a Holdings; x Staff note; z Public note; 8 Link number',
  },
  '876': {
    name: 'Item information',
    subfields:
      'a Item number; b Invalid number; c Cost; d Date acquired; e Source; h Restrictions; j Status; l Temporary location; p Barcode; t Copy; x Staff note; z Public note',
  },
  '880': { name: 'The same in another script', subfields: '6 Linkage to the field that it repeats' },
  '883': {
    name: 'Where metadata come from',
    subfields: 'a Process; c Confidence; d Date; q Agency; x Validity end; u Address',
  },
  '999': { name: 'Ids in this system', subfields: 's Source record; i Inventory record' },
}

const TRACING = 'w Control; i Relation; '

/** Fields whose names differ in authority records. */
export const authorityNames: Readonly<Record<string, FieldNames>> = {
  '100': { name: 'Heading: person', first: PERSON_FIRST, subfields: PERSON + SUBDIVISIONS },
  '110': { name: 'Heading: corporate body', first: CORPORATE_FIRST, subfields: CORPORATE + SUBDIVISIONS },
  '111': { name: 'Heading: meeting', first: CORPORATE_FIRST, subfields: MEETING + SUBDIVISIONS },
  '130': { name: 'Heading: uniform title', second: NONFILING, subfields: UNIFORM + SUBDIVISIONS },
  '150': {
    name: 'Heading: topic',
    subfields: `a Topic; b Topic after place; g Other information${SUBDIVISIONS}`,
  },
  '151': { name: 'Heading: place', subfields: `a Place; g Other information${SUBDIVISIONS}` },
  '155': { name: 'Heading: genre or form', subfields: `a Genre${SUBDIVISIONS}` },
  '400': { name: 'See from: person', first: PERSON_FIRST, subfields: TRACING + PERSON },
  '410': { name: 'See from: corporate body', first: CORPORATE_FIRST, subfields: TRACING + CORPORATE },
  '411': { name: 'See from: meeting', first: CORPORATE_FIRST, subfields: TRACING + MEETING },
  '430': { name: 'See from: uniform title', second: NONFILING, subfields: TRACING + UNIFORM },
  '450': { name: 'See from: topic', subfields: `${TRACING}a Topic${SUBDIVISIONS}` },
  '451': { name: 'See from: place', subfields: `${TRACING}a Place${SUBDIVISIONS}` },
  '455': { name: 'See from: genre or form', subfields: `${TRACING}a Genre${SUBDIVISIONS}` },
  '500': { name: 'See also: person', first: PERSON_FIRST, subfields: TRACING + PERSON },
  '510': { name: 'See also: corporate body', first: CORPORATE_FIRST, subfields: TRACING + CORPORATE },
  '511': { name: 'See also: meeting', first: CORPORATE_FIRST, subfields: TRACING + MEETING },
  '530': { name: 'See also: uniform title', second: NONFILING, subfields: TRACING + UNIFORM },
  '550': { name: 'See also: topic', subfields: `${TRACING}a Topic${SUBDIVISIONS}` },
  '551': { name: 'See also: place', subfields: `${TRACING}a Place${SUBDIVISIONS}` },
  '667': { name: 'Staff note', subfields: 'a Note; 5 Institution' },
  '670': { name: 'Source of the data', subfields: 'a Source; b What was found; u Address' },
  '675': { name: 'Source where nothing was found', subfields: 'a Source' },
  '678': { name: 'Biographical or historical data', subfields: 'a Data; b Expansion; u Address' },
  '680': { name: 'Public note', subfields: 'a Heading; i Text' },
}

/** Fields whose names differ in holdings records. */
export const holdingsNames: Readonly<Record<string, FieldNames>> = {
  '004': { name: 'Number of the instance' },
}
