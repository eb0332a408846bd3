/** Funds that fail most checks at once, each with a sentence that is about something else. */
import { ofGroup } from "./Fault.ts"
import { answeringOperations, isGood, onOperations, problem } from "./plays/exchanges.ts"

export const call = ofGroup("call", [
  {
    name: "nothing-at-the-address",
    sentence: "The fund answers 404 at every address of its profile.",
    killedBy: ["CALL-4.2-1"],
    finding: "fail: Nothing takes a lookup at the address of the profile.",
    play: () => ({ exchange: onOperations(() => problem(404, "not_found", "There is no such page")) })
  },
  {
    name: "header-names-in-capitals-only",
    sentence: "The fund finds X-Auth-Key only if its name is written with capitals.",
    killedBy: ["CALL-4.2-1"],
    finding: "fail: The fund reads the names of headers by their letters.",
    play: () => ({
      exchange: onOperations((call, serve) => {
        if (call.source.rawHeaders.includes("X-Auth-Key")) return serve(call)
        const { "x-auth-key": _, ...headers } = call.headers
        return serve({ ...call, headers })
      })
    })
  },
  {
    name: "answers-cut-off",
    sentence: "The fund leaves out the last letters of its answers.",
    killedBy: ["CALL-4.2-1"],
    finding: "fail: The fund's answer to a valid lookup is cut off: its JSON has no end.",
    play: () => ({
      exchange: answeringOperations((reply) =>
        isGood(reply) && reply.body.length > 0
          ? { ...reply, body: reply.body.toString().slice(0, -3) }
          : reply
      )
    })
  }
])
