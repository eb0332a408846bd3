import type { RawMessage } from "./Timeline.ts"

/** A request and its answer as they were sent. */
export interface RawExchange {
  readonly request: RawMessage | null
  readonly answer: RawMessage | null
}

const MOST = 1000
const MOST_BYTES = 8 * 1024 * 1024

const sizeOf = (message: RawMessage | null): number => {
  if (message === null) return 0
  let size = message.body?.length ?? 0
  for (const name in message.headers) size += name.length + (message.headers[name]?.length ?? 0)
  return size
}

/**
 * The newest exchanges by the position of their entry, in memory only, since they aren't masked: at most 1,000, and 8 MB
 * (a character counts as a byte).
 */
export const makeRawExchanges = () => {
  const kept = new Map<number, { readonly exchange: RawExchange; readonly size: number }>()
  let bytes = 0
  const forget = (seq: number) => {
    bytes -= kept.get(seq)?.size ?? 0
    kept.delete(seq)
  }
  return {
    keep: (seq: number, exchange: RawExchange): void => {
      const size = sizeOf(exchange.request) + sizeOf(exchange.answer)
      kept.set(seq, { exchange, size })
      bytes += size
      for (const oldest of kept.keys()) {
        if (kept.size <= MOST && bytes <= MOST_BYTES) break
        forget(oldest)
      }
    },
    get: (seq: number): RawExchange | undefined => kept.get(seq)?.exchange
  }
}
