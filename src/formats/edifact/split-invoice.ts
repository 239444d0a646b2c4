import type { EdifactSegment } from './segment.ts'

/** Segments that say something of the whole invoice, and those of each line. */
export type InvoiceParts = { header: EdifactSegment[]; lines: EdifactSegment[][] }

/**
 * Cuts an invoice as FOLIO's mapping sees it: the header is what comes before the first LIN and everything from UNS
 * on; a line goes from its LIN to the next LIN or UNS. Without UNS the last line ends before the message trailer.
 * Source: folio-org/data-import-processing-core: EdifactRecordReader.java.
 */
export function splitInvoice(segments: readonly EdifactSegment[]): InvoiceParts {
  const header: EdifactSegment[] = []
  const lines: EdifactSegment[][] = []
  let line: EdifactSegment[] | null = null
  let isSummary = false
  for (const segment of segments) {
    if (segment.tag === 'UNS' || segment.tag === 'UNT') isSummary = true
    if (segment.tag === 'LIN' && !isSummary) {
      line = [segment]
      lines.push(line)
    } else if (line !== null && !isSummary) {
      line.push(segment)
    } else {
      header.push(segment)
    }
  }
  return { header, lines }
}
