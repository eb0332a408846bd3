import type { Effect } from "effect/Effect"
import type { Span } from "./arrivals.ts"

/** An answer as it was sent or received; status null if none came. */
export interface KeptAnswer {
  readonly status: number | null
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly body: string | null
}

/** What sending an outgoing call again came to. */
export interface SentAgain {
  readonly answer: KeptAnswer
  readonly durationMillis: number
  readonly seq: number
}

/** The raw content of a call and of its answer. It may hold personal data and keys: it is never written to the disk. */
export interface Exchange {
  /** The operation's id, if the contract has one. */
  readonly operation: string | undefined
  readonly method: string
  /** The path with its query; the whole URL of a call that the simulator made. */
  readonly url: string
  readonly headers: KeptAnswer["headers"]
  /** Null if it has none; undefined if it was left unread. */
  readonly body: string | null | undefined
  readonly answer: KeptAnswer
  /** Makes a call of the simulator once more, in the trace of a span. */
  readonly sendAgain?: (body: string | null, cause: Span | undefined) => Effect<SentAgain>
}

const mostExchanges = 500
const mostLetters = 4 * 1024 * 1024
/** What an exchange takes besides its bodies: headers, objects. */
const around = 1024

const sizeOf = ({ answer, body }: Exchange): number =>
  around + (body?.length ?? 0) + (answer.body?.length ?? 0)

/** The newest exchanges by the position of their entry, in memory only: 500 of them, at most 4 MB. */
export const makeExchanges = () => {
  const kept = new Map<number, Exchange>()
  let size = 0
  return {
    find: (seq: number): Exchange | undefined => kept.get(seq),
    keep: (seq: number, exchange: Exchange): void => {
      kept.set(seq, exchange)
      size += sizeOf(exchange)
      for (const [oldest, dropped] of kept) {
        if (kept.size <= mostExchanges && size <= mostLetters) return
        kept.delete(oldest)
        size -= sizeOf(dropped)
      }
    },
    clear: (): void => {
      kept.clear()
      size = 0
    }
  }
}
