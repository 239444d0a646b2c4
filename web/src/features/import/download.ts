import { request } from '../../lib/http.ts'

/** Fetches a file as the signed-in person and hands it to the browser to keep under a name. */
export async function download(address: string, name: string): Promise<void> {
  keepBlob(await (await request('GET', address)).blob(), name)
}

/** Hands bytes to the browser to keep under a name. */
export function keepBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
