import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sharedAvailable, sharedPath } from '../../../test/support/shared.ts'
import { decodeRecord } from '../../formats/marc/read-iso2709.ts'
import { compileRules, defaultRules, mapInstance, stubId } from './index.ts'
import type { ReferenceEntry, ReferenceSet } from './index.ts'
import { recordOf } from './test-records.ts'

function load(name: string): ReferenceEntry[] {
  return JSON.parse(readFileSync(sharedPath(`data/inventory/reference-data/${name}.json`), 'utf8'))
}

describe.skipIf(!sharedAvailable)('with FOLIO’s own reference records', () => {
  it('resolves content and carrier types of real 336 and 338 fields', () => {
    const types = { instanceTypes: load('instance-types'), instanceFormats: load('instance-formats') }
    const mapped = mapInstance(
      compileRules(defaultRules('marc-bib'), types, 'marc-bib'),
      recordOf('336 ## $atext$btxt$2rdacontent', '338 ## $avolume$bnc$2rdacarrier', '338 ## $acr'),
    )
    expect(mapped.instanceTypeId).toBe('6312d172-f0cf-40f6-b27d-9fa8feaf332f')
    expect(mapped.instanceFormatIds).toEqual([
      '8d511d33-5e85-4c5d-9bce-6e3c9cd0c324',
      'f5e8210f-7640-459b-a71f-552567f92369',
    ])
  })

  it('finds every name in the rules, so that no default type falls back to the stub id', () => {
    const full: ReferenceSet = {
      identifierTypes: load('identifier-types'),
      classificationTypes: load('classification-types'),
      contributorNameTypes: load('contributor-name-types'),
      alternativeTitleTypes: load('alternative-title-types'),
      instanceNoteTypes: load('instance-note-types'),
      electronicAccessRelationships: load('electronic-access-relationships'),
      instanceTypes: load('instance-types'),
    }
    const mapped = mapInstance(
      compileRules(defaultRules('marc-bib'), full, 'marc-bib'),
      recordOf(
        '008 240105s2023    xx                  eng d',
        ...['010', '019', '020', '022', '028', '035', '050', '060', '074', '080', '082', '086', '090'].map(
          (tag) => `${tag} ## $a1$z2$l3`,
        ),
        ...['024 1#', '024 2#', '024 8#', '100 1#', '110 2#', '111 2#', '130 0#', '246 1#', '247 1#'].map(
          (tag) => `${tag} $a1$z2`,
        ),
        '856 42 $uhttp://a',
        '500 ## $aNote',
      ),
    )
    expect(JSON.stringify(mapped)).not.toContain(stubId)
  })

  it('maps unlinked 880 fields (occurrence 00) of the field-case record', () => {
    const mapping = compileRules(
      defaultRules('marc-bib'),
      { instanceNoteTypes: [{ id: 'General note', name: 'General note' }] },
      'marc-bib',
    )
    const bytes = readFileSync(sharedPath('samples/cases/08-880-unlinked.mrc'))
    const mapped = mapInstance(mapping, decodeRecord(bytes, { mode: 'permissive' }).record)
    expect(mapped.publication).toEqual([{ place: 'אור יהודה', publisher: 'כנרת', dateOfPublication: '2011' }])
    expect(mapped.notes).toEqual([{ instanceNoteTypeId: 'General note', note: 'הערה', staffOnly: false }])
    expect(mapped.alternativeTitles).toHaveLength(1)
  })
})
