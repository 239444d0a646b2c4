import type { Socket } from 'node:net'

const ANSWERS: Record<string, [status: string, text: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers of the request are too large.'],
}

/**
 * Answers what is not HTTP, such as an address with bytes that must be percent-encoded, and closes the connection. The
 * answer says so: a client that took the connection for usable would lose its next request.
 */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, text] = ANSWERS[error.code ?? ''] ?? [
    '400 Bad Request',
    'The request is not HTTP: its address may hold characters that must be percent-encoded.',
  ]
  if (!socket.writable) {
    socket.destroy(error)
    return
  }
  const head = [
    `HTTP/1.1 ${status}`,
    'connection: close',
    'content-type: text/plain; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
}
