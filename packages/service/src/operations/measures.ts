import { fundLabels, type Measure, modeOf } from "../platform/metrics/definitions.ts"
import type { Hold } from "../platform/outgoing/Outgoing.ts"
import type { Addresses, Calls, FundState, Lists, Members, Timer, Work } from "./HealthRepo.ts"
import { paydaySuperDaysLeft } from "../funds/calls/paydaySuper.ts"

/** The figures of the rows that `HealthRepo` returns. */

type Measures = ReadonlyArray<Measure>

const bit = (is: boolean): number => (is ? 1 : 0)

/** A part of the figures, which is read by itself. */
export type Part = "database" | "outgoing" | "work" | "calls" | "addresses" | "funds" | "lists" | "members"

export const unmeasured = (part: Part, is: boolean): Measure => ({
  name: "embedded_super_unmeasured",
  labels: { part },
  value: bit(is)
})

export const up = (isUp: boolean, pool: number): Measures => [
  { name: "embedded_super_database_up", labels: {}, value: bit(isUp) },
  { name: "embedded_super_database_pool_size", labels: {}, value: pool }
]

export const database = (found: {
  readonly isReadOnly: boolean
  readonly clockOffsetMillis: number
  readonly answerMillis: number
  readonly connections: ReadonlyArray<{ readonly state: string; readonly connections: number }>
}): Measures => [
  { name: "embedded_super_database_read_only", labels: {}, value: bit(found.isReadOnly) },
  {
    name: "embedded_super_database_clock_offset_seconds",
    labels: {},
    value: found.clockOffsetMillis / 1000
  },
  { name: "embedded_super_database_answer_seconds", labels: {}, value: found.answerMillis / 1000 },
  ...found.connections.map(({ connections, state }): Measure => ({
    name: "embedded_super_database_connections",
    labels: { state },
    value: connections
  }))
]

/** Each reason has a series, also while it doesn't hold: the compiler names one that is missing. */
const HOLDS: { readonly [Reason in Hold]: true } = { switched_off: true, restored: true, operator: true }

export const outgoing = (hold: Hold | undefined): Measures =>
  Object.keys(HOLDS).map((because) => ({
    name: "embedded_super_outgoing_held",
    labels: { because },
    value: bit(hold === because)
  }))

export const work = (found: ReadonlyArray<Work>): Measures =>
  found.flatMap(({ kind, oldest, waiting }): Measures => [
    { name: "embedded_super_work_waiting", labels: { kind }, value: waiting },
    { name: "embedded_super_work_oldest_due_seconds", labels: { kind }, value: Math.max(0, oldest ?? 0) }
  ])

/** The operations of durable calls: each is a kind of work, also while none waits. */
const OPERATIONS = ["member_registration", "employer_details"]

/** The greatest of some ages, or null if there is none. */
const greatest = (ages: ReadonlyArray<number | null>): number | null =>
  ages.reduce<number | null>((most, age) => (age === null ? most : Math.max(most ?? age, age)), null)

/** Calls as kinds of work: all funds' together. */
export const workOfCalls = (found: ReadonlyArray<Calls>): ReadonlyArray<Work> =>
  OPERATIONS.map((kind) => {
    const waiting = found.filter(({ operation, state }) => operation === kind && state === "waiting")
    return {
      kind,
      waiting: waiting.reduce((sum, { calls }) => sum + calls, 0),
      oldest: greatest(waiting.map(({ oldest }) => oldest))
    }
  })

/** The timers of this process as a kind of work. Those of others may be of a version that is gone. */
export const timers = (found: ReadonlyArray<Timer>, here: ReadonlySet<string>): Measures => {
  const own = found.filter(({ queue }) => here.has(queue))
  return here.size === 0
    ? []
    : work([{ kind: "timers", waiting: own.length, oldest: greatest(own.map(({ late }) => late)) }])
}

export const calls = (found: ReadonlyArray<Calls>): Measures => [
  ...work(workOfCalls(found)),
  ...found.map(({ because, calls, fund, operation, simulated, state }): Measure => ({
    name: "embedded_super_fund_calls",
    labels: { ...fundLabels(fund, simulated), operation, state, because },
    value: calls
  }))
]

export const addresses = (found: ReadonlyArray<Addresses>): Measures => [
  ...found.map(({ addresses, because, simulated, status }): Measure => ({
    name: "embedded_super_webhook_addresses",
    labels: { mode: modeOf(simulated), status, because },
    value: addresses
  })),
  ...[false, true].map((isSimulated): Measure => {
    const called = found.filter(
      ({ simulated, status }) =>
        simulated === isSimulated && (status === "active" || status === "backing_off")
    )
    return {
      name: "embedded_super_webhook_longest_outage_seconds",
      labels: { mode: modeOf(isSimulated) },
      value: Math.max(0, ...called.map(({ outage }) => outage ?? 0))
    }
  })
]

export const funds = (found: ReadonlyArray<FundState>): Measures =>
  found.flatMap(({ fund, openings, simulated, state }): Measures => {
    const labels = fundLabels(fund, simulated)
    return [
      { name: "embedded_super_fund_state", labels: { ...labels, state }, value: 1 },
      { name: "embedded_super_fund_breaker_openings", labels, value: openings }
    ]
  })

export const lists = (found: ReadonlyArray<Lists>): Measures =>
  found.flatMap(({ age, fund, maxAge, simulated, toDecide }): Measures => {
    const labels = fundLabels(fund, simulated)
    const ages: Measures =
      age === null
        ? []
        : [
            { name: "embedded_super_list_age_seconds", labels, value: age },
            { name: "embedded_super_list_max_age_seconds", labels, value: maxAge }
          ]
    return [...ages, { name: "embedded_super_lists_to_decide", labels, value: toDecide }]
  })

/** By fund: how many lack a number, how many of them too long, and the days that the first of them has left. */
export const members = (found: ReadonlyArray<Members>): Measures =>
  [...Map.groupBy(found, ({ fund }) => fund).values()].flatMap((days): Measures => {
    const [{ fund, simulated }] = days as [Members, ...Array<Members>]
    const labels = fundLabels(fund, simulated)
    const counted = days.map(({ members, since, today }) => ({
      members,
      left: paydaySuperDaysLeft(since, today)
    }))
    const sum = (of: typeof counted) => of.reduce((total, { members }) => total + members, 0)
    return [
      { name: "embedded_super_members_without_number", labels, value: sum(counted) },
      {
        name: "embedded_super_members_past_payday_super",
        labels,
        value: sum(counted.filter(({ left }) => left < 0))
      },
      {
        name: "embedded_super_payday_super_days_left",
        labels,
        value: Math.min(...counted.map(({ left }) => left))
      }
    ]
  })
