import { connectionLost, connectionWorks } from '../../../lib/connection.ts'
import { ApiError, OfflineError } from '../../../lib/http.ts'

/**
 * Sends bytes to a signed address and tells how many have left. (`fetch` can't tell that.)
 * @returns the tag of the stored part
 * @throws OfflineError when the line breaks, ApiError when the server refuses
 */
export function sendPart(
  url: string,
  bytes: Blob,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    call.open('PUT', url)
    call.setRequestHeader('content-type', 'application/octet-stream')
    call.upload.onprogress = (event) => onSent(event.loaded)
    call.onload = () => {
      connectionWorks()
      if (call.status === 200) resolve(call.getResponseHeader('etag') ?? '')
      else
        reject(
          new ApiError(
            call.status,
            [{ message: call.responseText, field: null, value: null, code: null }],
            call.responseText,
          ),
        )
    }
    call.onerror = () => {
      connectionLost()
      reject(new OfflineError('No answer from the server.'))
    }
    call.onabort = () => reject(signal.reason as Error)
    signal.addEventListener('abort', () => call.abort(), { once: true })
    call.send(bytes)
  })
}
