import type { Exchange } from "@embedded-super/simulator-kit"
import type { Flaw } from "../Flaw.ts"
import { lookupAbns } from "../../magicValues.ts"
import { crashed, jsonIn, on, onLookup, problem } from "../exchanges.ts"

const named: ReadonlySet<string> = new Set(Object.values(lookupAbns))

/** Half of the employers that no profile names. */
const isOneOfHalf = ({ abn }: { readonly abn?: unknown }): boolean =>
  typeof abn === "string" && /^\d{10}[02468]$/.test(abn) && !named.has(abn)

const isFormer = ({ abn }: { readonly abn?: unknown }): boolean => abn === lookupAbns.former_employer_abn

const notFound = () => problem(404, "not_found", "There is no such employer")

const late: Exchange = on("lookup", async (call, serve) => {
  if (isFormer(jsonIn(call))) await new Promise((passed) => setTimeout(passed, 3000))
  return serve(call)
})

const rows: ReadonlyArray<
  readonly [name: string, sentence: string, killedBy: Flaw["killedBy"], exchange: () => Exchange]
> = [
  [
    "unknown-employers-crash",
    "The fund answers 500 to half of the employers that it doesn't know.",
    ["TIME-7-1"],
    () => onLookup(isOneOfHalf, crashed)
  ],
  [
    "unknown-employers-answered-404",
    "The fund answers 404 to half of the employers that it doesn't know.",
    ["LOOKUP-2.5-6"],
    () => onLookup(isOneOfHalf, notFound)
  ],
  [
    "former-employer-crash",
    "The fund answers 500 to an employer that has left it.",
    ["TIME-7-1"],
    () => onLookup(isFormer, crashed)
  ],
  [
    "former-employer-answered-404",
    "The fund answers 404 to an employer that has left it.",
    ["LOOKUP-2.5-5"],
    () => onLookup(isFormer, notFound)
  ],
  [
    "former-employer-late",
    "The fund answers an employer that has left it after three seconds.",
    ["LOOKUP-2.5-11"],
    () => late
  ]
]

/** What a fund answers to calls in good order, of which no check has a sentence of its own. */
export const failingCalls: ReadonlyArray<Flaw> = rows.map(([name, sentence, killedBy, exchange]) => ({
  name,
  group: killedBy[0].startsWith("TIME") ? "time" : "lookup",
  sentence,
  killedBy,
  play: () => ({ exchange: exchange() })
}))
