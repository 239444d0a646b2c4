/** Why a bulk edit left out an identifier or a record. */
export const bulkEditProblemText = {
  noMatch: 'No record has this identifier.',
  several: 'Several records have this identifier, so none was taken.',
  twice: 'Stands in the list more than once; it is edited once.',
  noChange: 'Already had this value.',
  noAdministrativeChange: 'The data outside the MARC record already was as the rules ask.',
  noMarcChange: 'The MARC record already was as the rules ask.',
  status: (status: string) => `The present status can’t become ${status}. It stays as it is.`,
  mayNot: (act: string, record: string) =>
    `You may not ${act} this ${record === 'holdings' ? 'holdings record' : record}.`,
  conflict:
    'Somebody changed it after it was found, so it was left as it is. Look at it, then edit it again.',
  gone: 'It was deleted after it was found.',
  marcHoldings: 'Holdings that come from MARC can’t be edited in bulk.',
  linkedData: 'Instances that come from linked data can’t be edited in bulk.',
  shadow: 'Shadow users can’t be edited in bulk.',
  dcb: 'Users of direct consortial borrowing can’t be edited in bulk.',
  noMarc: 'The instance has no MARC record.',
  marcNotes: 'Notes of this instance come from its MARC record; change them there.',
}
