/** The groups of a few faults: `call`, `version` and `time`. Those of `call` fail most checks at once. */
import { ofGroup } from "./Fault.ts"
import {
  answeringOperations,
  isGood,
  onOperations,
  problem,
  crashed,
  onLookup,
  isFormer,
  isOneOfHalf
} from "./plays/exchanges.ts"

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

/** Funds whose paths hold no version. */
const VERSIONED = /\/v1(?=\/employer_(?:lookup|details)$)/

export const version = ofGroup("version", [
  // Of a registration, the profile's own rules demand the version.
  {
    name: "unversioned-paths",
    sentence: "The paths of lookups and employer details hold no version.",
    killedBy: ["VERSION-9-1"],
    finding: "fail: The path of lookup and details holds no version.",
    play: () => ({
      profile: ({ operations, ...profile }) => {
        const offers = Object.entries(operations).map(([name, offer]) => [
          name,
          "url" in offer ? { ...offer, url: offer.url.replace(VERSIONED, "") } : offer
        ])
        return { ...profile, operations: Object.fromEntries(offers) as typeof operations }
      },
      exchange: (call, serve) => serve({ ...call, url: call.url.replace(/^(?=\/employer_)/, "/v1") })
    })
  }
])

/** Funds that fail at calls in good order, which no other check has a sentence for. */
export const time = ofGroup("time", [
  {
    name: "unknown-employers-crash",
    sentence: "The fund answers 500 to half of the employers that it doesn't know.",
    killedBy: ["TIME-7-1"],
    finding: "fail: The fund answers a server error to a valid lookup.",
    play: () => ({ exchange: onLookup(isOneOfHalf, crashed) })
  },
  {
    name: "former-employer-crash",
    sentence: "The fund answers 500 to an employer that has left it.",
    killedBy: ["TIME-7-1"],
    finding: "fail: The fund answers a server error to a valid lookup.",
    play: () => ({ exchange: onLookup(isFormer, crashed) })
  }
])
