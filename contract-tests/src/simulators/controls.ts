import type { Caller } from "../openapi/Caller.ts"

/** Uses every control of a simulator: clock, faults, example data, snapshots. */
export const useControls = async (
  admin: Caller["call"]
): Promise<{ readonly faults: ReadonlyArray<unknown>; readonly snapshots: ReadonlyArray<string> }> => {
  await admin("seedSimulator", { body: { preset: "demo" }, status: 200 })
  await admin("takeSnapshot", { body: { name: "before-month-end" }, status: 201 })
  await admin("setClock", { body: { advance: "31d" }, status: 200 })
  await admin("getClock", { status: 200 })
  const fault = { operation_id: "*", play: "answer_status", status: 503, times: 1 }
  await admin("setFaultPlan", { body: { faults: [fault] }, status: 200 })
  const plan = await admin("getFaultPlan", { status: 200 })
  await admin("clearFaultPlan", { status: 204 })
  const kept = await admin("listSnapshots", { status: 200 })
  await admin("restoreSnapshot", { path: { name: "before-month-end" }, status: 200 })
  return {
    faults: plan.body.data.faults,
    snapshots: kept.body.data.map(({ name }: { readonly name: string }) => name)
  }
}
