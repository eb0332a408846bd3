import type * as S from "@embedded-super/contracts/schemas"

/** A plan in force: its faults, and of each how many calls it fitted and how often it was played. */
export interface PlanState {
  readonly plan: S.FaultPlan
  readonly counts: ReadonlyArray<{ readonly fitted: number; readonly played: number }>
  /** Calls since it was set: they draw the lots that shares go by. */
  readonly calls: number
}

export const freshPlan = (plan: S.FaultPlan): PlanState => ({
  plan,
  counts: plan.faults.map(() => ({ fitted: 0, played: 0 })),
  calls: 0
})

/** A call that a fault may spoil. */
export interface FaultyCall {
  readonly operation: string
  readonly abn: string | undefined
}

/** A number from 0 to 100 for the n-th call, the same in every run (mulberry32). */
const lotOf = (call: number): number => {
  let a = (call * 0x9e3779b9 + 0x6d2b79f5) | 0
  a = Math.imul(a ^ (a >>> 15), a | 1)
  a ^= a + Math.imul(a ^ (a >>> 7), a | 61)
  return (((a ^ (a >>> 14)) >>> 0) / 2 ** 32) * 100
}

const isSpent = (fault: S.Fault, played: number): boolean =>
  fault.times !== undefined && played >= fault.times

const fits = (fault: S.Fault, { abn, operation }: FaultyCall): boolean =>
  (fault.operation_id === "*" || fault.operation_id === operation) &&
  (fault.abn === undefined || fault.abn === abn)

/** The fault to play on a call, by its place in the plan, and the plan after it. */
export const chooseFault = (
  state: PlanState,
  call: FaultyCall
): { readonly index: number | undefined; readonly after: PlanState } => {
  const lot = lotOf(state.calls)
  let shares = 0
  let index: number | undefined
  const counts = state.plan.faults.map((fault, place) => {
    const { fitted, played } = state.counts[place]!
    if (!fits(fault, call) || isSpent(fault, played)) return { fitted, played }
    const isDue = fitted + 1 >= (fault.from_call ?? 1)
    const from = shares
    if (isDue && fault.share !== undefined) shares += fault.share
    const isDrawn = fault.share === undefined || (lot >= from && lot < shares)
    if (index !== undefined || !isDue || !isDrawn) return { fitted: fitted + 1, played }
    index = place
    return { fitted: fitted + 1, played: played + 1 }
  })
  return { index, after: { plan: state.plan, counts, calls: state.calls + 1 } }
}

/** What is still in force: spent faults are gone, and of others the times that are left. */
export const planInForce = ({ counts, plan }: PlanState): S.FaultPlan => ({
  faults: plan.faults.flatMap((fault, place) => {
    const { played } = counts[place]!
    if (isSpent(fault, played)) return []
    return [fault.times === undefined ? fault : { ...fault, times: fault.times - played }]
  })
})
