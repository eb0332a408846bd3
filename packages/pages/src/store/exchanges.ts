import type { TimelineEntry } from "@embedded-super/contracts/schemas"

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

const LONGEST = 2048

/** Characters that an entry's path may not hold, and those that would end it. */
const ODD = /[^\w!$&'()*+,\-./:;=@~%…]/gu

/**
 * A call's line as an entry may hold it. A caller may send any method that Node knows (`M-SEARCH`), any target (`*`) and 16 kB of
 * it, and the other party may answer any status: a call that no entry could show would make every page with it fail.
 */
export const shownCall = (call: {
  readonly method: string | null
  readonly path: string | null
  readonly status: number | null
}): Pick<TimelineEntry, "method" | "path" | "status"> => {
  const { method, path, status } = call
  const safe = path?.replaceAll(ODD, (odd) => encodeURIComponent(odd.isWellFormed() ? odd : "\ufffd"))
  return {
    method: method === null || /^[A-Z]{3,7}$/.test(method) ? method : "OTHER",
    path: safe === undefined ? null : (safe.startsWith("/") ? safe : `/${safe}`).slice(0, LONGEST),
    status: status !== null && status >= 100 && status <= 599 ? status : null
  }
}
