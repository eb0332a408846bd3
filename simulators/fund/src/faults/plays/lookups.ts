/** Employers that a fund finds, or doesn't, unlike the simulator. */
import type { Exchange } from "@embedded-super/simulator-kit"
import { lookupAbns } from "../../magicValues.ts"
import { answering, type Json, jsonIn, withAnswer } from "./exchanges.ts"

/** Finds employers that the simulator doesn't find, by their ABN and that of the employer that it does find. */
export const overMatching = (isFound: (abn: string, own: string) => boolean): Exchange =>
  answering("lookup", (reply, call) =>
    jsonIn(reply)["employer_found"] === false && isFound(String(jsonIn(call)["abn"]), lookupAbns.matching_abn)
      ? withAnswer(reply, { employer_found: true })
      : reply
  )

const named: ReadonlySet<string> = new Set(Object.values(lookupAbns))

/** Half of the employers that no profile names. */
export const isOneOfHalf = ({ abn }: Json): boolean =>
  typeof abn === "string" && /^\d{10}[02468]$/.test(abn) && !named.has(abn)

export const isFormer = ({ abn }: Json): boolean => abn === lookupAbns.former_employer_abn
