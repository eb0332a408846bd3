/** Funds that fail at calls in good order, which no other check has a sentence for. */
import { ofGroup } from "./Fault.ts"
import { crashed, onLookup } from "./plays/exchanges.ts"
import { isFormer, isOneOfHalf } from "./plays/lookups.ts"

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
