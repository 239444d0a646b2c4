/** True when the beginning of a file is not text: spreadsheets, PDF and the like have bytes that no list has. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte < 9 || (byte > 13 && byte < 28))
}
