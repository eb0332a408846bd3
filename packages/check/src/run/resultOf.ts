import type { CheckResult } from "@embedded-super/contracts/schemas"
import type { Check } from "../check/Check.ts"
import { requirementText } from "../check/references.ts"
import type { Exchange, ExchangeId } from "../exchange/Exchange.ts"
import { shortText } from "../report/shortText.ts"
import type { Ran } from "./runCheck.ts"

const MOST_EXCHANGES = 1000

/** The data of a check as reports hold it. */
const describedCheck = <World>(check: Check<World>, group: string) => {
  const text = requirementText(check.requirement)
  return {
    id: check.id as CheckResult["id"],
    group: group as CheckResult["group"],
    level: check.level,
    requirement: check.requirement as CheckResult["requirement"],
    ...(text === undefined ? {} : { requirement_text: shortText(text) }),
    title: shortText(check.title),
    hint: shortText(check.hint)
  }
}

/** The check's own calls; the one that shows the mistake first. */
const exchangesOf = (made: ReadonlyArray<Exchange>, id: string, shows: ExchangeId | undefined) => {
  const own = made.filter(({ check }) => check === id).map((exchange) => exchange.id)
  const others = own.filter((exchange) => exchange !== shows)
  return (shows === undefined ? others : [shows, ...others]).slice(0, MOST_EXCHANGES)
}

/** One check in a report. A check of level INFO is never judged: its failure is a warning. */
export const resultOf = <World>(
  check: Check<World>,
  group: string,
  { drawn, outcome, took }: Ran & { readonly drawn: boolean },
  made: ReadonlyArray<Exchange>
): CheckResult => {
  const shared = {
    ...describedCheck(check, group),
    took_ms: Math.max(0, Math.round(took)),
    ...(drawn ? { drawn } : {})
  }
  const exchanges = (shows?: ExchangeId) =>
    exchangesOf(made, check.id, shows) as ReadonlyArray<string> as CheckResult["exchanges"]
  switch (outcome.verdict) {
    case "pass":
      return { ...shared, verdict: "pass", exchanges: exchanges() }
    case "fail":
    case "warn":
      return {
        ...shared,
        verdict: check.level === "INFO" ? "warn" : outcome.verdict,
        hint: shortText(outcome.hint ?? check.fixes?.[outcome.cause] ?? check.hint),
        cause: shortText(outcome.cause),
        expected: shortText(outcome.expected),
        actual: shortText(outcome.actual),
        exchanges: exchanges(outcome.exchange)
      }
    default:
      return {
        ...shared,
        verdict: outcome.verdict,
        why: shortText(outcome.why),
        ...(outcome.verdict === "not_observed" && check.flag !== undefined
          ? { flag: check.flag as NonNullable<CheckResult["flag"]> }
          : {}),
        exchanges: exchanges()
      }
  }
}
