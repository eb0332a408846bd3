import * as S from "@embedded-super/contracts/schemas"
import { assert, describe, it } from "@effect/vitest"
import type { Measure } from "../platform/metrics/definitions.ts"
import { LIMITS, troubles } from "./troubles.ts"

type Name = S.OperatorTroubleName

/** Figures that are a trouble, and the reason that it has. */
const TROUBLED: ReadonlyArray<readonly [Name, because: string, measures: ReadonlyArray<Measure>]> = [
  ["worker_stalled", "timers", [work("timers", LIMITS.timerDue + 1)]],
  ["worker_stalled", "audit_seals", [work("audit_seals", LIMITS.timerDue + 1)]],
  ["worker_stalled", "list_imports", [work("list_imports", LIMITS.workDue + 1)]],
  ["webhooks_late", "overdue", [work("webhooks", LIMITS.workDue + 1)]],
  ["webhooks_late", "failing", [outage("live", LIMITS.addressOutage + 1)]],
  ["webhooks_late", "paused", [addresses("live", "gone")]],
  ["fund_unreachable", "", [openings("live")]],
  ["operator_needed", "unknown", [calls("live", "stopped", "unknown")]],
  ["operator_needed", "unprepared", [calls("live", "waiting", "unprepared")]],
  ["operator_needed", "employer_list", [ofFund("embedded_super_lists_to_decide", "live", 1)]],
  ["payday_super_near", "", [ofFund("embedded_super_payday_super_days_left", "live", 4)]],
  ["employer_list_stale", "", list("live", 81)]
]

/** Figures that are none: of the sandbox, or still within the limits. */
const FINE: ReadonlyArray<readonly [Name, measures: ReadonlyArray<Measure>]> = [
  ["worker_stalled", [work("timers", LIMITS.timerDue), work("member_registration", LIMITS.workDue)]],
  ["webhooks_late", [work("webhooks", LIMITS.workDue), outage("simulated", 9999)]],
  ["webhooks_late", [addresses("live", "operator"), addresses("simulated", "gone")]],
  ["fund_unreachable", [openings("simulated")]],
  ["operator_needed", [calls("live", "stopped", "refused"), calls("live", "waiting", "none")]],
  ["operator_needed", [calls("simulated", "stopped", "unknown")]],
  ["payday_super_near", [ofFund("embedded_super_payday_super_days_left", "live", 5)]],
  ["employer_list_stale", list("live", 80)],
  ["employer_list_stale", list("simulated", 99)]
]

describe("the table of troubles", () => {
  it.each(TROUBLED)("%s is found: %s", (name, because, measures) => {
    const found = troubles[name].find(measures)
    assert.deepStrictEqual(
      found.map((one) => one.because),
      [because]
    )
    for (const one of found) assert.match(troubles[name].summary(one), /\w.*\w/)
  })

  it.each(FINE)("%s isn't found in the sandbox or within the limits", (name, measures) => {
    assert.deepStrictEqual(troubles[name].find(measures), [])
  })

  it("finds nothing where nothing was measured, and each trouble once", () => {
    for (const { find } of Object.values(troubles)) assert.deepStrictEqual(find([]), [])
    assert.sameMembers([...new Set(TROUBLED.map(([name]) => name))], Object.keys(troubles))
  })
})

function work(kind: string, value: number): Measure {
  return { name: "embedded_super_work_oldest_due_seconds", labels: { kind }, value }
}

function outage(mode: string, value: number): Measure {
  return { name: "embedded_super_webhook_longest_outage_seconds", labels: { mode }, value }
}

function addresses(mode: string, because: string): Measure {
  return { name: "embedded_super_webhook_addresses", labels: { mode, because, status: "paused" }, value: 1 }
}

function openings(mode: string): Measure {
  return { name: "embedded_super_fund_breaker_openings", labels: { fund: "banksia", mode }, value: 1 }
}

function calls(mode: string, state: string, because: string): Measure {
  const labels = { fund: "banksia", mode, state, because, operation: "member_registration" }
  return { name: "embedded_super_fund_calls", labels, value: 2 }
}

function ofFund(
  name: "embedded_super_lists_to_decide" | "embedded_super_payday_super_days_left",
  mode: string,
  value: number
): Measure {
  return { name, labels: { fund: "banksia", mode }, value }
}

function list(mode: string, age: number): ReadonlyArray<Measure> {
  const labels = { fund: "banksia", mode }
  return [
    { name: "embedded_super_list_age_seconds", labels, value: age },
    { name: "embedded_super_list_max_age_seconds", labels, value: 100 }
  ]
}
