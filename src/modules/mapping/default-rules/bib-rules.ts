/**
 * Default MARC bibliographic to Instance rules, in the notation of `expand-rules.ts`. The facts are those of
 * folio-org/mod-source-record-manager: `src/main/resources/rules/marc_bib_rules.json`.
 */
export const bibRules = String.raw`
LDR
  modeOfIssuanceId - : set_issuance_mode_id
  discoverySuppress - : set_deleted
  staffSuppress - : set_deleted
  deleted - : set_deleted
001 hrid - copy
008
  instanceTypeId - : set_instance_type_id | unspecifiedInstanceTypeCode=zzz
  source - = MARC21
  languages - : char_select | from=35 to=38
  dates.dateTypeId - single : set_date_type_id
  dates.date1 - single : char_select | from=7 to=11
  dates.date2 - single : char_select | from=11 to=15

# 0xx: identifiers, languages and class numbers
define TYPE codes name flags
  identifiers.identifierTypeId $codes $flags : set_identifier_type_id_by_name | name="$name"
define NUMBER codes name functions
  each
    TYPE $codes "$name"
    identifiers.value $codes : $functions
define ONE_NUMBER codes name
  entity
    TYPE $codes "$name" +
    identifiers.value $codes + : trim
define ISBN code name joined stop
  each
    TYPE $code "$name"
    identifiers.value $code : concat_subfields_by_name, remove_ending_punc,trim | subfieldsToConcat=$joined subfieldsToStopConcat=$stop
define QUALIFIED group code name
  $group
    TYPE $code "$name"
    identifiers.value $code : concat_subfields_by_name, trim | subfieldsToConcat=[q]
define CLASS_TYPE codes name flags
  classifications.classificationTypeId $codes $flags : set_classification_type_id | name="$name"
define CLASS name
  each
    CLASS_TYPE a $name
    classifications.classificationNumber a : concat_subfields_by_name | subfieldsToConcat=[b]

010
  each
    TYPE a LCCN
    identifiers.value a : trim
    TYPE z "Canceled LCCN"
    identifiers.value z : trim
019 NUMBER a "Cancelled system control number" trim
020
  ISBN a ISBN [c,q] [z]
  ISBN z "Invalid ISBN" [q,c] [a]
022
  NUMBER a ISSN trim
  NUMBER yzm "Invalid ISSN" trim
  NUMBER l "Linking ISSN" trim
024
  ONE_NUMBER acdqz2 "Other standard identifier"
  QUALIFIED "entity 2*" a ISMN
  QUALIFIED "each 2*" z "Invalid ISMN"
  QUALIFIED "entity 1*" a UPC
  QUALIFIED "each 1*" z "Invalid UPC"
028 ONE_NUMBER abq "Publisher or distributor number"
035
  each
    identifiers.identifierTypeId a : set_identifier_type_id_by_value | names=[System_control_number,OCLC] oclc_regex="(\(OCoLC\)|ocm|ocn|on).*"
    identifiers.value a
  NUMBER z "Cancelled system control number" trim
041
  each
    languages a split=3
050 CLASS LC
060 CLASS NLM
074
  NUMBER a "GPO item number" "remove_ending_punc, trim"
  NUMBER z "Cancelled GPO item number" "remove_ending_punc, trim"
080
  entity
    CLASS_TYPE ab UDC +
    classifications.classificationNumber ab +
082
  each
    CLASS_TYPE a Dewey
    classifications.classificationNumber a : concat_subfields_by_name, remove_substring | substring="/" subfieldsToConcat=[b]
086
  each
    CLASS_TYPE az GDC
    classifications.classificationNumber az
090 CLASS LC

# 1xx, 7xx: contributors; the relator comes from a code ($4) or a term ($e, in x11 $j), else the term is kept as text
define ROLE type term primary
  contributors.contributorNameTypeId - + : set_contributor_name_type_id | name="$type"
  contributors.contributorTypeId 4$term + : set_contributor_type_id_by_code_or_name | contributorCodeSubfield="4" contributorNameSubfield="$term"
    otherwise contributors.contributorTypeText $term first
  contributors.primary - + = $primary
define MAIN_NAME codes type term
  entity
    contributors.name $codes + need=a : trim_punctuation
    contributors.authorityId 9 +
    ROLE "$type" $term true
define ADDED_NAME codes type term
  entity
    contributors.authorityId 9 +
    ROLE "$type" $term false
    contributors.name $codes + : trim_punctuation
define UNCONTROLLED_NAME indicators type
  entity $indicators
    ROLE "$type" e false
    contributors.name a + : trim_punctuation

100 MAIN_NAME abcdfgjklnpqtu "Personal name" e
110 MAIN_NAME abcdfgklnptu "Corporate name" e
111 MAIN_NAME abcdfgklnptu "Meeting name" j

# 2xx, 3xx: titles and description
define ALTERNATIVE_TITLE codes type
  entity
    alternativeTitles.alternativeTitleTypeId $codes + : set_alternative_title_type_id | name="$type"
    alternativeTitles.alternativeTitle $codes + : remove_ending_punc, trim
    alternativeTitles.authorityId 9
define IMPRINT
  publication.place a join=semicolon : remove_ending_punc, trim
  publication.publisher b join=semicolon : remove_ending_punc, trim
  publication.dateOfPublication c join=semicolon : remove_ending_punc, trim, trim_period
define TERM target flags function
  $target ab + $flags join=tilde : $function

130 ALTERNATIVE_TITLE anpdfghklmorst "Uniform title"
240 ALTERNATIVE_TITLE anpdfghklmors "Uniform title"
245
  title anpbcfghks +
  indexTitle anpb + : remove_prefix_by_indicator, capitalize
246 ALTERNATIVE_TITLE anpbfgh5 "Variant title"
247 ALTERNATIVE_TITLE anpbfghx "Former title"
250 editions ab + : remove_ending_punc, trim
260 IMPRINT
264
  IMPRINT
  publication.role abc + : set_publisher_role
300 physicalDescriptions abcefg3
310 publicationFrequency ab + : trim_period
321 publicationFrequency ab + : trim_period
336 TERM instanceTypeId "once first" "set_instance_type_id | unspecifiedInstanceTypeCode=zzz"
338 TERM instanceFormatIds first set_instance_format_id
362 publicationRange az + : trim_period

# 255, 5xx: notes; NOTE_BY_INDICATOR hides a note from the public when its first indicator is 0
define NOTE_TEXT codes type
  notes.instanceNoteTypeId $codes + : set_note_type_id | name="$type"
  notes.note $codes + : trim_period
define NOTE codes type
  entity
    NOTE_TEXT $codes "$type"
    notes.staffOnly $codes = false
define NOTE_BY_INDICATOR codes type flags
  entity
    NOTE_TEXT $codes "$type"
    notes.staffOnly $codes $flags : set_note_staff_only_via_indicator

255 NOTE abcdefg "Cartographic Mathematical Data"
500 NOTE a35 "General note"
501 NOTE a5 "With note"
502 NOTE abcdgo "Dissertation note"
504 NOTE ab "Bibliography note"
505 NOTE agrtu "Formatted Contents Note"
506 NOTE abcdefu235 "Restrictions on Access note"
507 NOTE ab "Scale note for graphic material"
508 NOTE a "Creation / Production Credits note"
510 NOTE abcux3 "Citation / References note"
511 NOTE a "Participant or Performer note"
513 NOTE ab "Type of report and period covered note"
514 NOTE abcdefghijkmuz "Data quality note"
515 NOTE a "Numbering peculiarities note"
516 NOTE a "Type of computer file or data note"
518 NOTE adop23 "Date / time and place of an event note"
520 NOTE abcu23 "Summary"
521 NOTE ab3 "Target Audience note"
522 NOTE a "Geographic Coverage note"
524 NOTE a23 "Preferred Citation of Described Materials note"
525 NOTE a "Supplement note"
526 NOTE abcd5xz "Study Program Information note"
530 NOTE abcdu3 "Additional Physical Form Available note"
532 NOTE a "Accessibility note"
533 NOTE abcdefmn35 "Reproduction note"
534 NOTE abcefklmnoptxz3 "Original Version note"
535 NOTE abcdg3 "Location of Originals / Duplicates note"
536 NOTE abcdefgh "Funding Information Note"
538 NOTE au35 "System Details note"
540 NOTE abcdu35 "Terms Governing Use and Reproduction note"
541 NOTE_BY_INDICATOR abcdefhno35 "Immediate Source of Acquisition note" +
542 NOTE_BY_INDICATOR abcdefghijklmnopqrsu3 "Information related to Copyright Status" +
544 NOTE abcden3 "Location of Other Archival Materials note"
545 NOTE abu "Biographical or Historical Data"
546 NOTE ab3 "Language note"
547 NOTE a "Former Title Complexity note"
550 NOTE a "Issuing Body note"
552 NOTE abcdefghijklmnopuz "Entity and Attribute Information note"
555 NOTE abcdu3 "Cumulative Index / Finding Aids notes"
556 NOTE az "Information About Documentation note"
561 NOTE_BY_INDICATOR au35 "Ownership and Custodial History note" +
562 NOTE abcde35 "Copy and Version Identification note"
563 NOTE au35 "Binding Information note"
565 NOTE abcde3 "Case File Characteristics note"
567 NOTE ab2 "Methodology note"
580 NOTE a "Linking Entry Complexity note"
581 NOTE az3 "Publications About Described Materials note"
583 NOTE_BY_INDICATOR abcdefhijklnouxz235 "Action note" +
584 NOTE ab35 "Accumulation and Frequency of Use note"
585 NOTE a35 "Exhibitions note"
586 NOTE a3 "Awards note"
588 NOTE a5 "Source of Description note"
590 NOTE_BY_INDICATOR a "Local notes"

# 6xx: subjects; the type comes from the tag, the source from the second indicator or $2
define SUBJECT_OF codes join type
  subjects.value $codes + join=$join : trim_period, trim
  subjects.authorityId 9
  subjects.typeId $codes + : set_subject_type_id | name="$type"
define SUBJECT_FROM ind2 codes join type source
  entity *$ind2
    SUBJECT_OF $codes $join "$type"
    subjects.sourceId $codes + : set_subject_source_id | name="$source"
define SUBJECT codes join type
  entity
    SUBJECT_OF $codes $join "$type"
  SUBJECT_FROM 0 $codes $join "$type" "Library of Congress Subject Headings"
  SUBJECT_FROM 1 $codes $join "$type" "Library of Congress Children's and Young Adults' Subject Headings"
  SUBJECT_FROM 2 $codes $join "$type" "Medical Subject Headings"
  SUBJECT_FROM 3 $codes $join "$type" "National Agricultural Library subject authority file"
  SUBJECT_FROM 4 $codes $join "$type" "Source not specified"
  SUBJECT_FROM 5 $codes $join "$type" "Canadian Subject Headings"
  SUBJECT_FROM 6 $codes $join "$type" "Répertoire de vedettes-matière"
  entity *7
    SUBJECT_OF $codes $join "$type"
    subjects.sourceId 2 + : set_subject_source_id_by_code
define SUBJECT_PARTS codes name type
  SUBJECT $codes space:$name,dashes:xyzv,dashes:- "$type"
define ANY_SUBJECT type
  SUBJECT_PARTS abcdefghjklmnopqrstuvxyz abcdjqtfgklmnoprs "$type"

600 ANY_SUBJECT "Personal name"
610 SUBJECT_PARTS abcdefghklmnoprstuvxyz abcdtfgklmnops "Corporate name"
611 SUBJECT_PARTS acdefghjklnpqstuvxyz acdeqtfgklmnoprs "Meeting name"
630 SUBJECT_PARTS adefghklmnoprstvxyz adfgklmnoprs "Uniform title"
647 SUBJECT acdgxyzv dashes,dashes:- "Named event"
648 SUBJECT axyzv dashes "Chronological term"
650 SUBJECT abcdegvxyz dashes "Topical term"
651 SUBJECT aegvxyz dashes "Geographic name"
653 ANY_SUBJECT "Uncontrolled"
654 ANY_SUBJECT "Faceted topical terms"
655 SUBJECT abcvxyz dashes:aegvxyz "Genre/Form"
656 ANY_SUBJECT "Occupation"
657 ANY_SUBJECT "Function"
658 ANY_SUBJECT "Curriculum objective"
662 ANY_SUBJECT "Hierarchical Place Name"
688 ANY_SUBJECT "Type of Entity Unspecified"

700 ADDED_NAME abcdfgjklnpqtu "Personal name" e
710 ADDED_NAME abcdfgklnptu "Corporate name" e
711 ADDED_NAME abcdfgklnptu "Meeting name" j
720
  UNCONTROLLED_NAME 1* "Personal name"
  UNCONTROLLED_NAME #* "Personal name"
  UNCONTROLLED_NAME 2* "Corporate name"

# 76x-8xx: related titles, series, links, other scripts
define RELATED list
  entity
    $list.title t + : trim
    $list.isbnId z + : set_identifier_type_id_by_name | name="ISBN"
    $list.isbnValue z + : trim
    $list.issnId x + : set_identifier_type_id_by_name | name="ISSN"
    $list.issnValue x + : trim
define SERIES codes
  entity
    series.value $codes + : remove_ending_punc, trim
    series.authorityId 9
define TEXT target code
  $target $code : remove_ending_punc, trim

780 RELATED precedingTitles
785 RELATED succeedingTitles
800 SERIES abcdefghjklmnopqrstuvwx35
810 SERIES abcdefghklmnoprstuvwx35
811 SERIES acdefghjklnpqstuvwx35
830 SERIES adfghklmnoprstvwx35
856
  entity
    electronicAccess.relationshipId 3yuz + : set_electronic_access_relations_id
    TEXT electronicAccess.uri u
    TEXT electronicAccess.linkText y
    TEXT electronicAccess.materialsSpecification 3
    TEXT electronicAccess.publicNote z
880 - 6 retag=100>700,110>710,111>711,245>246
`
