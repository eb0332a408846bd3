import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Agent } from "undici"
import { exchange } from "../../platform/egress/exchange.ts"
import { CONNECT_TIMEOUT } from "./FundAgents.ts"
import { LONGEST_ANSWER } from "./judgeAnswer.ts"

/** The headers of every call to a fund. */
export const COMMON = { accept: "application/json", "user-agent": "Embedded-Super-Funds/1" }

const flat = (headers: Readonly<Record<string, string | Redacted.Redacted>>): ReadonlyArray<string> =>
  Object.entries(headers).flatMap(([name, value]) => [
    name,
    Redacted.isRedacted(value) ? Redacted.value(value as Redacted.Redacted) : value
  ])

/** Sends one POST over the fund's own kind of connection. */
export const postToFund = Effect.fnUntraced(function* (
  agent: Agent,
  url: URL,
  headers: Readonly<Record<string, string | Redacted.Redacted>>,
  body: string,
  whole: number,
  moments?: Parameters<typeof exchange>[3]
) {
  return yield* exchange(
    agent,
    { origin: url.origin, path: url.pathname + url.search, headers: flat(headers), body },
    {
      connect: Duration.toMillis(CONNECT_TIMEOUT),
      headers: whole,
      whole,
      read: LONGEST_ANSWER,
      keep: LONGEST_ANSWER
    },
    moments
  )
})
