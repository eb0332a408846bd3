import type { Exchange } from "@embedded-super/simulator-kit"
import type { Flaw } from "../Flaw.ts"
import { isGood, onOperations, problem } from "../exchanges.ts"

const rows: ReadonlyArray<readonly [name: string, sentence: string, exchange: Exchange]> = [
  [
    "nothing-at-the-address",
    "The fund answers 404 at every address of its profile.",
    onOperations(() => problem(404, "not_found", "There is no such page"))
  ],
  [
    "header-names-in-capitals-only",
    "The fund finds X-Auth-Key only if its name is written with capitals.",
    onOperations((call, serve) => {
      if (call.source.rawHeaders.includes("X-Auth-Key")) return serve(call)
      const { "x-auth-key": _, ...headers } = call.headers
      return serve({ ...call, headers })
    })
  ],
  [
    "answers-cut-off",
    "The fund leaves out the last letters of its answers.",
    onOperations(async (call, serve) => {
      const reply = await serve(call)
      return isGood(reply) && reply.body.length > 0
        ? { ...reply, body: reply.body.toString().slice(0, -3) }
        : reply
    })
  ]
]

/** Mistakes that fail most checks at once, each with a sentence that is about something else. */
export const unreached: ReadonlyArray<Flaw> = rows.map(([name, sentence, exchange]) => ({
  name,
  group: "call",
  sentence,
  killedBy: ["CALL-4.2-1"],
  play: () => ({ exchange })
}))
