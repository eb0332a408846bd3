import type { Flaw } from "../Flaw.ts"
import { onOperations, problem } from "../exchanges.ts"

const rows: ReadonlyArray<readonly [name: string, words: string, header: string | undefined]> = [
  ["retry-after-missing", "without Retry-After", undefined],
  ["retry-after-as-words", "with words in Retry-After", "a minute"],
  ["retry-after-as-epoch", "with the time of day in Retry-After, in seconds since 1970", "1795400000"],
  ["retry-after-in-milliseconds", "with milliseconds in Retry-After", "30000"],
  ["retry-after-negative", "with a negative Retry-After", "-1"],
  ["retry-after-of-a-year", "with a year in Retry-After", "30000000"],
  ["retry-after-passed", "with a date in Retry-After that has passed", "Wed, 01 Jan 2020 00:00:00 GMT"]
]

/** What a fund writes into Retry-After. */
export const retryAfter: ReadonlyArray<Flaw> = rows.map(([name, words, header]) => ({
  name,
  group: "errors",
  sentence: `The fund answers 429 ${words}.`,
  killedBy: ["ERRORS-7-2"],
  play: () => ({
    exchange: onOperations(async (call, serve) => {
      const reply = await serve(call)
      const headers = header === undefined ? {} : { "retry-after": header }
      return reply.status === 429 ? problem(429, "rate_limited", "Rate limit exceeded", headers) : reply
    })
  })
}))
