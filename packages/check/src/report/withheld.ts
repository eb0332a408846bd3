import type * as S from "@embedded-super/contracts/schemas"
import type { Withholding } from "../exchange/withholding.ts"
import { shortText } from "./shortText.ts"

/** The texts that a check writes while it runs. Titles, hints and requirements are ours, and stay as they are. */
const written = ["why", "cause", "expected", "actual"] as const

/** A result without the values that the calls of the run held. Findings are made of such results. */
export const withheld = (shown: S.CheckResult, withhold: Withholding): S.CheckResult => {
  const hidden = written.flatMap((name) => {
    const text = shown[name]
    return text === undefined ? [] : ([[name, shortText(withhold(text))]] as const)
  })
  return { ...shown, ...Object.fromEntries(hidden) }
}
