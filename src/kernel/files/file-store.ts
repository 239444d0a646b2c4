import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { newId } from '../ids.ts'

/** Thrown when a stream is longer than the caller allows. Nothing of it is kept. */
export class FileTooLargeError extends Error {}

export type ByteRange = { offset: number; length: number }

/** Files of tenants, by key (`a/b/name`). On the local disk; all processes of an installation share the folder. */
export type FileStore = {
  /**
   * Writes a stream durably (synced to disk) and only then gives it its name. `onPiece` sees every piece
   * with its offset as it passes.
   * @returns the size in bytes
   * @throws FileTooLargeError, or whatever the stream fails with
   */
  write(
    tenant: string,
    key: string,
    source: AsyncIterable<Buffer>,
    options: { maxBytes: number; onPiece?: (piece: Buffer, offset: number) => void },
  ): Promise<number>
  /** `length` bytes from `offset`; fewer at the end of the file. */
  readRange(tenant: string, key: string, offset: number, length: number): Promise<Buffer>
  /** A file's bytes, all or those of a range. */
  stream(tenant: string, key: string, range?: ByteRange): Readable
  size(tenant: string, key: string): Promise<number | null>
  remove(tenant: string, key: string): Promise<void>
  /** Removes all files whose keys begin with `folder/`. */
  removeFolder(tenant: string, folder: string): Promise<void>
  /** Removes everything of a tenant. */
  removeTenant(tenant: string): Promise<void>
}

const KEY_PART = /^[^/\\\0]{1,200}$/

export function openFileStore(root: string): FileStore {
  function locate(tenant: string, key: string): string {
    const parts = key.split('/')
    if (
      !/^[a-z0-9_-]+$/.test(tenant) ||
      parts.some((part) => part === '.' || part === '..' || !KEY_PART.test(part))
    ) {
      throw new Error(`"${key}" is no usable file key`)
    }
    return path.join(root, tenant, ...parts)
  }

  return {
    async write(tenant, key, source, { maxBytes, onPiece }) {
      const target = locate(tenant, key)
      // A name of its own: two that write one key at the same time do not mix, the later one wins.
      const partial = `${target}.${newId()}.part`
      await mkdir(path.dirname(target), { recursive: true })
      const file = await open(partial, 'w')
      let size = 0
      try {
        for await (const piece of source) {
          if (size + piece.length > maxBytes)
            throw new FileTooLargeError(`The file is larger than ${maxBytes} bytes.`)
          onPiece?.(piece, size)
          await file.writeFile(piece)
          size += piece.length
        }
        await file.sync()
      } catch (error) {
        await file.close()
        await rm(partial, { force: true })
        throw error
      }
      await file.close()
      await rename(partial, target)
      return size
    },
    async readRange(tenant, key, offset, length) {
      const file = await open(locate(tenant, key), 'r')
      try {
        const buffer = Buffer.allocUnsafeSlow(length)
        let filled = 0
        while (filled < length) {
          const { bytesRead } = await file.read(buffer, filled, length - filled, offset + filled)
          if (bytesRead === 0) break
          filled += bytesRead
        }
        return buffer.subarray(0, filled)
      } finally {
        await file.close()
      }
    },
    stream: (tenant, key, range) =>
      createReadStream(
        locate(tenant, key),
        range && { start: range.offset, end: range.offset + range.length - 1 },
      ),
    size: (tenant, key) =>
      stat(locate(tenant, key)).then(
        (found) => found.size,
        () => null,
      ),
    remove: (tenant, key) => rm(locate(tenant, key), { force: true }),
    removeFolder: (tenant, folder) => rm(locate(tenant, folder), { recursive: true, force: true }),
    removeTenant: (tenant) => rm(locate(tenant, 'x').slice(0, -2), { recursive: true, force: true }),
  }
}
