/** What a file is by its first bytes; `unknown` may still be records that only the server can tell. */
export type FileKind =
  | 'empty'
  | 'marc'
  | 'marcxml'
  | 'json'
  | 'edifact'
  | 'unknown'
  | { notRecords: 'pdf' | 'archive' | 'html' | 'image' | 'office' }

const HEAD_BYTES = 4096

const signatures: readonly [prefix: string, kind: 'pdf' | 'archive' | 'image' | 'office'][] = [
  ['%PDF', 'pdf'],
  ['PK\u0003\u0004', 'archive'],
  ['PK\u0005\u0006', 'archive'],
  ['\u001f\u008b', 'archive'],
  ['BZh', 'archive'],
  ["7z\u00bc\u00af'\u001c", 'archive'],
  ['\u00fd7zXZ', 'archive'],
  ['Rar!', 'archive'],
  ['\u0089PNG', 'image'],
  ['\u00ff\u00d8\u00ff', 'image'],
  ['GIF8', 'image'],
  ['\u00d0\u00cf\u0011\u00e0', 'office'],
  ['{\\rtf', 'office'],
]

/** Tells what the first bytes of a file look like, whatever its name says. */
export function kindOfBytes(head: Uint8Array): FileKind {
  if (head.length === 0) return 'empty'
  const bytes = Array.from(head.subarray(0, 32), (byte) => String.fromCharCode(byte)).join('')
  const signature = signatures.find(([prefix]) => bytes.startsWith(prefix))
  if (signature !== undefined) return { notRecords: signature[1] }
  if (/^\s*\d{5}.{5}22\d{5}.{3}45/su.test(bytes)) return 'marc'
  const text = new TextDecoder()
    .decode(head)
    .replace(/^\ufeff/, '')
    .trimStart()
  if (/^<!doctype html|^<html/i.test(text)) return { notRecords: 'html' }
  if (text.startsWith('<')) return 'marcxml'
  if (/^UNA|^UNB\+/.test(text)) return 'edifact'
  if (/^\[\s*[{\]]|^\{\s*"/.test(text)) return 'json'
  return 'unknown'
}

/** The same of a file that somebody chose; its bytes beyond the first ones are not read. */
export async function kindOfFile(file: Blob): Promise<FileKind> {
  return kindOfBytes(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()))
}
