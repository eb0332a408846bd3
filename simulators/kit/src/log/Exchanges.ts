/**
 * The raw contents of the newest calls, for their detail and to send them again: 500 of them, at most 4 MB. They may hold
 * personal data and keys, so they are in memory only, and are never written to the disk.
 */
import type { Effect } from "effect/Effect"
import type { Span } from "./arrivals.ts"

/** An answer as it was sent or received; status null if none came. */
export interface KeptAnswer {
  readonly status: number | null
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** What sending an outgoing call again came to. */
export interface SentAgain {
  readonly answer: KeptAnswer
  readonly durationMillis: number
  readonly seq: number
}

/** A call and its answer. */
export interface Exchange {
  /** The operation's id, if the contract has one. */
  readonly operation: string | undefined
  readonly method: string
  /** The path with its query; the whole URL of a call that the simulator made. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Null if it has none; undefined if it was left unread. */
  readonly body: string | null | undefined
  readonly answer: KeptAnswer
  /** Makes a call of the simulator once more, in the trace of a span. */
  readonly sendAgain?: (body: string | null, cause: Span | undefined) => Effect<SentAgain>
}

/** Headers that come as names and values in turn. */
export const headersIn = (lines: ReadonlyArray<string>): Record<string, string> => {
  const headers: Record<string, string> = {}
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const name = lines[at]!.toLowerCase()
    const before = headers[name]
    headers[name] = before === undefined ? lines[at + 1]! : `${before}, ${lines[at + 1]}`
  }
  return headers
}

const most = 500
const mostLetters = 4 * 1024 * 1024

const lettersOf = ({ answer, body, headers, url }: Exchange): number =>
  url.length +
  (body ?? "").length +
  (answer.body ?? "").length +
  JSON.stringify(headers).length +
  JSON.stringify(answer.headers).length

export const makeExchanges = () => {
  let kept: Array<{ readonly seq: number; readonly letters: number; readonly exchange: Exchange }> = []
  let letters = 0
  return {
    find: (seq: number): Exchange | undefined => kept.find((each) => each.seq === seq)?.exchange,
    keep: (seq: number, exchange: Exchange): void => {
      const its = lettersOf(exchange)
      if (its > mostLetters) return
      kept.push({ seq, letters: its, exchange })
      letters += its
      while (kept.length > most || letters > mostLetters) letters -= kept.shift()!.letters
    },
    clear: (): void => {
      kept = []
      letters = 0
    }
  }
}
