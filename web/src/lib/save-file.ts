import { request } from './http.ts'

/** Fetches a file as the signed-in person and hands it to the browser to keep. @throws ApiError, OfflineError */
export async function saveFile(path: string, name: string): Promise<void> {
  const response = await request('GET', path)
  saveBlob(await response.blob(), name)
}

/** Hands what a page made to the browser to keep. */
export function saveBlob(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
