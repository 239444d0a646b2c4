/**
 * Default MARC authority to Authority rules, in the notation of `expand-rules.ts`: 1xx headings, 4xx see-from (`sft`)
 * and 5xx see-also-from (`saft`) tracings. The facts are those of folio-org/mod-source-record-manager:
 * `src/main/resources/rules/marc_authority_rules.json`.
 */
export const authorityRules = String.raw`
define TYPE codes code
  identifiers.identifierTypeId $codes : set_authority_identifier_type_id_by_code | code="$code"

define NAME name codes titleCodes
  $name $codes not=t copy
  $nameTitle $titleCodes need=t copy

define TRACED_NAME name codes
  NAME $name $codes abcdfiklmnopqrst

001
  identifiers.value - copy
  TYPE - control-number
008 subjectHeadings - : char_select | from=11 to=12
010
  each keep\
    TYPE a lccn
    identifiers.value a : trim
    TYPE z canceled-lccn
    identifiers.value z : trim
024
  entity
    identifiers.identifierTypeId acdqz012 + : set_authority_identifier_type_id_by_code | code="other-standard-identifier"
    identifiers.value acdqz012 + copy
035
  each
    TYPE az system-control-number
    identifiers.value az

100
  personalName abcdgqvxyz not=t + copy
  personalNameTitle abcdfklmnopqrst need=t + copy
110 NAME corporateName abcdgnvxyz abcdfklmnopqrst
111 NAME meetingName acdnqgvxyz abcdfklmnopqrst
130 uniformTitle adfghklmnoprstvxyz copy
147 namedEvent acdgvxyz copy
148 chronTerm avxyz copy
150 topicalTerm abvxyz copy
151 geographicName agvxyz copy
155 genreTerm avxyz copy
162 mediumPerfTerm a copy
180 generalSubdivision vxyz copy
181 geographicSubdivision vxyz copy
182 chronSubdivision vxyz copy
185 formSubdivision vxyz copy

400 TRACED_NAME sftPersonalName abcdgqvxyz
410 TRACED_NAME sftCorporateName abcdgnvxyz
411 TRACED_NAME sftMeetingName acdnqgvxyz
430 sftUniformTitle adfghklmnoprstvxyz copy
447 sftNamedEvent acdgvxyz copy
448 sftChronTerm avxyz copy
450 sftTopicalTerm abgivxyz45 copy
451 sftGeographicName agivxyz45 copy
455 sftGenreTerm aivxyz45 copy
462 sftMediumPerfTerm a copy
480 sftGeneralSubdivision vxyz copy
481 sftGeographicSubdivision vxyz copy
482 sftChronSubdivision vxyz copy
485 sftFormSubdivision vxyz copy

500 TRACED_NAME saftPersonalName abcdgqvxyz
510 TRACED_NAME saftCorporateName abcdgnvxyz
511 TRACED_NAME saftMeetingName acdnqgvxyz
530 saftUniformTitle adfghiklmnoprstvxyz4 copy
547 saftNamedEvent acdgvxyz copy
548 saftChronTerm avxyz copy
550 saftTopicalTerm abgivxyz45 copy
551 saftGeographicName agivxyz45 copy
555 saftGenreTerm aivxyz45 copy
562 saftMediumPerfTerm a copy
580 saftGeneralSubdivision vxyz copy
581 saftGeographicSubdivision vxyz copy
582 saftChronSubdivision vxyz copy
585 saftFormSubdivision vxyz copy

667
  entity
    notes.noteTypeId a : set_authority_note_type_id | name="Nonpublic general note"
    notes.note a : trim
999 id i copy
`
