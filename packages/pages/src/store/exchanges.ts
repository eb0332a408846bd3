/** How many exchanges are kept, and how large they may be together; a character counts as a byte. */
const MOST = 1000
const MOST_BYTES = 8 * 1024 * 1024

/** A request or an answer as it was sent. */
interface Message {
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | null | undefined
}

const sizeOf = (message: Message | null): number => {
  if (message === null) return 0
  let size = message.body?.length ?? 0
  for (const name in message.headers) size += name.length + (message.headers[name]?.length ?? 0)
  return size
}

/**
 * The newest exchanges by the position of their entry: what was sent and received, to show it masked and to send it again.
 * They may hold personal data and keys, so they are in memory only.
 */
export const makeExchanges = <Exchange>(
  messagesOf: (exchange: Exchange) => ReadonlyArray<Message | null>
) => {
  const kept = new Map<number, { readonly exchange: Exchange; readonly size: number }>()
  let bytes = 0
  const forget = (seq: number) => {
    bytes -= kept.get(seq)?.size ?? 0
    kept.delete(seq)
  }
  return {
    keep: (seq: number, exchange: Exchange): void => {
      const size = messagesOf(exchange).reduce((sum, message) => sum + sizeOf(message), 0)
      kept.set(seq, { exchange, size })
      bytes += size
      for (const oldest of kept.keys()) {
        if (kept.size <= MOST && bytes <= MOST_BYTES) break
        forget(oldest)
      }
    },
    get: (seq: number): Exchange | undefined => kept.get(seq)?.exchange,
    clear: (): void => {
      kept.clear()
      bytes = 0
    }
  }
}
