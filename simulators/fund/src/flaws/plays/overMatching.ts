import type { Exchange } from "@embedded-super/simulator-kit"
import { lookupAbns } from "../../magicValues.ts"
import { answering, jsonIn, withAnswer } from "./exchanges.ts"

/** Finds employers that the simulator doesn't find, by their ABN and that of the employer that it does find. */
export const overMatching = (isFound: (abn: string, own: string) => boolean): Exchange =>
  answering("lookup", (reply, call) =>
    jsonIn(reply)["employer_found"] === false && isFound(String(jsonIn(call)["abn"]), lookupAbns.matching_abn)
      ? withAnswer(reply, { employer_found: true })
      : reply
  )
