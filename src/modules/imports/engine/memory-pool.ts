const PIECE_BYTES = 1024 * 1024
/** Pieces kept for each table: two chunks of a thread are on their way at a time. */
const MAX_KEPT = 2

/**
 * Memory that a thread shares with the main thread for the rows of its chunks, used again and again. Fresh buffers
 * of 8 MB a chunk, handed over, made the main thread's garbage collector run for a quarter of its time.
 */
export type MemoryPool = {
  take(table: string): SharedArrayBuffer
  /** Takes memory back once nobody reads it any more. */
  giveBack(table: string, piece: ArrayBufferLike): void
}

export function createMemoryPool(): MemoryPool {
  const free = new Map<string, SharedArrayBuffer[]>()
  return {
    take: (table) => free.get(table)?.pop() ?? new SharedArrayBuffer(PIECE_BYTES),
    giveBack(table, piece) {
      const kept = free.get(table) ?? []
      if (piece instanceof SharedArrayBuffer && kept.length < MAX_KEPT) free.set(table, [...kept, piece])
    },
  }
}
