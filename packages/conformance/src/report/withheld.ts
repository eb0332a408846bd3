import type * as S from "@embedded-super/contracts/schemas"
import { shortText } from "../exchange/shortText.ts"
import type { Withholding } from "../exchange/withholding.ts"

/** The texts that a check writes while it runs. Titles, hints and requirements are ours, and stay as they are. */
const written = ["why", "cause", "expected", "actual"] as const

/** A result or a finding of a check without what the calls of the run held. The terminal shows it in this form too. */
export const withheld = <A extends S.CheckResult | S.CheckFinding>(shown: A, withhold: Withholding): A => {
  const texts: Partial<Record<(typeof written)[number], string>> = shown
  const hidden = written.flatMap((name) => {
    const text = texts[name]
    return text === undefined ? [] : ([[name, shortText(withhold(text))]] as const)
  })
  return { ...shown, ...Object.fromEntries(hidden) }
}
