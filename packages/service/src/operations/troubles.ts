/**
 * The troubles of the service: the one table of what needs an operator. Alert rules for Prometheus (`operations/alerts.yml`) and events
 * for the operator (`operator-events`) have the same names, severities and limits; `admin status` has the limits that it shares.
 *
 * Why over the figures of `/metrics`: both then look at the same thing, and neither has a second reading of the database.
 *
 * A figure is missing if its part couldn't be read in time. That is no sign that a trouble is over: `parts` names what must
 * have been read.
 */
import type { OperatorTrouble, OperatorTroubleName } from "@embedded-super/contracts/schemas"
import type { Measure, MetricName } from "../platform/metrics/definitions.ts"
import type { Part } from "./measures.ts"

/** From which figure on something is a trouble. Ages are in seconds. */
export const LIMITS = {
  /** A timer, a choice form or a seal of the audit log that is due. */
  timerDue: 60,
  /** A call, a list or a webhook that is due. */
  workDue: 300,
  /** A live webhook address that accepts nothing. */
  addressOutage: 3600,
  /** The share of its agreed age that an employer list has reached. */
  listAge: 0.8,
  /** Weekdays until the first contribution must be with the fund. */
  paydaySuperDays: 5
} as const

/** A trouble that was found: the fund that it is about, and the reason; empty where there is none. */
export interface Found {
  readonly fund: string
  readonly because: string
}

interface Trouble {
  /** The name of the alert rule, and of its section in the guide. */
  readonly alert: string
  readonly severity: OperatorTrouble["severity"]
  /** The parts of the figures that `find` needs. */
  readonly parts: ReadonlyArray<Part>
  readonly find: (measures: ReadonlyArray<Measure>) => ReadonlyArray<Found>
  readonly summary: (found: Found) => string
}

type Labels = Readonly<Record<string, string>>

/** The labels of the series of a metric that have these labels, and a value that fits. */
const series = (
  measures: ReadonlyArray<Measure>,
  name: MetricName,
  fits: (value: number) => boolean,
  wanted: Labels = {}
): ReadonlyArray<Labels> =>
  measures.flatMap((measure) => {
    const labels: Labels = measure.labels
    const isWanted = Object.entries(wanted).every(([label, value]) => labels[label] === value)
    return measure.name === name && isWanted && fits(measure.value) ? [labels] : []
  })

const LIVE = { mode: "live" }

const above = (limit: number) => (value: number) => value > limit

const ofFund = (found: ReadonlyArray<Labels>): ReadonlyArray<Found> =>
  found.map(({ fund = "" }) => ({ fund, because: "" }))

const overdue = (measures: ReadonlyArray<Measure>, kinds: ReadonlyArray<string>, limit: number) =>
  kinds.flatMap((kind) => {
    const late = series(measures, "embedded_super_work_oldest_due_seconds", above(limit), { kind })
    return late.length === 0 ? [] : [{ fund: "", because: kind }]
  })

/** The troubles of webhooks, each by what is found of it. */
const WEBHOOKS_LATE: Readonly<Record<string, string>> = {
  overdue: "they have been due for more than five minutes",
  failing: "a live address has accepted none for an hour",
  paused: "a live address is paused"
}

export const troubles: { readonly [Name in OperatorTroubleName]: Trouble } = {
  worker_stalled: {
    alert: "WorkerStalled",
    severity: "critical",
    parts: ["work", "calls"],
    find: (measures) => [
      ...overdue(measures, ["timers", "choice_forms", "audit_seals"], LIMITS.timerDue),
      ...overdue(measures, ["member_registration", "employer_details", "list_imports"], LIMITS.workDue)
    ],
    summary: ({ because }) => `Work is due and nobody does it: ${because.replaceAll("_", " ")}`
  },
  webhooks_late: {
    alert: "WebhooksLate",
    severity: "warning",
    parts: ["work", "addresses"],
    find: (measures) => {
      const some = (because: string, found: ReadonlyArray<unknown>) =>
        found.length === 0 ? [] : [{ fund: "", because }]
      const addresses = series(measures, "embedded_super_webhook_addresses", above(0), {
        ...LIVE,
        status: "paused"
      })
      return [
        ...some("overdue", overdue(measures, ["webhooks"], LIMITS.workDue)),
        ...some(
          "failing",
          series(measures, "embedded_super_webhook_longest_outage_seconds", above(LIMITS.addressOutage), LIVE)
        ),
        ...some(
          "paused",
          addresses.filter(({ because }) => because !== "operator")
        )
      ]
    },
    summary: ({ because }) => `Webhooks don't reach a partner: ${WEBHOOKS_LATE[because] ?? because}`
  },
  fund_unreachable: {
    alert: "FundUnreachable",
    severity: "critical",
    parts: ["funds"],
    find: (measures) => ofFund(series(measures, "embedded_super_fund_breaker_openings", above(0), LIVE)),
    summary: ({ fund }) => `Calls to ${fund} are suspended: it fails or can't be reached`
  },
  operator_needed: {
    alert: "OperatorNeeded",
    severity: "warning",
    parts: ["calls", "lists"],
    find: (measures) => {
      const calls = (state: string, because: (reason: string) => boolean) =>
        series(measures, "embedded_super_fund_calls", above(0), { ...LIVE, state }).flatMap((labels) =>
          because(labels["because"] ?? "")
            ? [{ fund: labels["fund"] ?? "", because: labels["because"] ?? "" }]
            : []
        )
      const lists = series(measures, "embedded_super_lists_to_decide", above(0), LIVE)
      return [
        ...calls("stopped", (reason) => reason !== "refused"),
        ...calls("waiting", (reason) => reason === "credentials" || reason === "unprepared"),
        ...ofFund(lists).map((found) => ({ ...found, because: "employer_list" }))
      ]
    },
    summary: ({ because, fund }) => `${fund}: calls or lists wait for you (${because.replaceAll("_", " ")})`
  },
  payday_super_near: {
    alert: "PaydaySuperNear",
    severity: "critical",
    parts: ["members"],
    find: (measures) =>
      ofFund(
        series(
          measures,
          "embedded_super_payday_super_days_left",
          (left) => left < LIMITS.paydaySuperDays,
          LIVE
        )
      ),
    summary: ({ fund }) =>
      `${fund}: an employee without a member number has fewer than ${LIMITS.paydaySuperDays} weekdays left`
  },
  employer_list_stale: {
    alert: "EmployerListStale",
    severity: "warning",
    parts: ["lists"],
    find: (measures) => {
      const most = new Map(
        measures.flatMap(({ labels, name, value }) =>
          name === "embedded_super_list_max_age_seconds" ? [[labels.fund, value] as const] : []
        )
      )
      return measures.flatMap(({ labels, name, value }) =>
        name === "embedded_super_list_age_seconds" &&
        labels.mode === LIVE.mode &&
        value > LIMITS.listAge * (most.get(labels.fund) ?? Infinity)
          ? [{ fund: labels.fund, because: "" }]
          : []
      )
    },
    summary: ({ fund }) => `The employer list of ${fund} goes stale`
  }
}

/** Alert rules without an event, each with the reason. */
export const ONLY_PROMETHEUS: Readonly<Record<string, string>> = {
  DatabaseAway: "an event is a row of the database",
  OutgoingHeld: "nothing is sent meanwhile",
  ErrorRate: "a rate over the processes, which nobody keeps but Prometheus",
  Slow: "a rate over the processes, which nobody keeps but Prometheus"
}
