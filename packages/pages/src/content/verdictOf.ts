/**
 * The contract's verdict on a call: whether request and answer fit the schemas of their operation. Findings are made by
 * `issuesOf` of http-manners, as the ones that callers get: they have a pointer and a code, and never a value.
 *
 * The trap: a message from the disk is masked, and would break the contract for that alone. Only one that is kept as it was sent
 * can be judged.
 */
import type { ShortText, TimelineFinding } from "@embedded-super/contracts/schemas"
import type { Broken, Contract, Made } from "./contracts/Contract.ts"

export interface Verdict {
  readonly verdict: "fits" | "breaks" | "not_checked"
  readonly findings: ReadonlyArray<TimelineFinding>
}

const MOST = 100

const finding = ({ code, detail, pointer, where }: Broken): TimelineFinding => ({
  in: where,
  pointer: pointer as ShortText,
  code: code as ShortText,
  detail: detail as ShortText
})

/** Whether request and answer fit the contract. Without a contract or an operation nothing is checked. */
export const verdictOf = (contract: Contract | undefined, made: Made): Verdict => {
  const broken = contract?.brokenBy(made)?.slice(0, MOST)
  if (broken === undefined) return { verdict: "not_checked", findings: [] }
  return { verdict: broken.length === 0 ? "fits" : "breaks", findings: broken.map(finding) }
}
