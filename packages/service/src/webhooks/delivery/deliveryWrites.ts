import type { DueDelivery } from "./deliverySequences.ts"
import { type Made, mostUnwritten, type State, type Step } from "./deliveryState.ts"
import { afterAttempt, type EndpointHealth } from "./endpointHealth.ts"

/**
 * The part of `deliveryMachine` that writes ended attempts: gathers them into batches, one write at a time, and retries
 * a write that was refused or whose lock token is stale.
 *
 * The trap: the health of a write counts only the attempts of that write and earlier ones, never those that ended since.
 */

/** Half of the allowed unwritten deliveries, so that one half is in flight while the other is written. */
export const isWorthAWrite = (state: State) =>
  state.made.length >= mostUnwritten(state) / 2 || state.inFlight === 0

/** The health after these attempts. */
export const countedOn = (health: EndpointHealth, made: ReadonlyArray<Made>) =>
  made.reduce((after, { symptom }) => (symptom === null ? after : afterAttempt(after, symptom)), health)

/** Writes the ended attempts, or waits briefly for others that end at the same time. */
export const writeOrGather = (state: State): Step => {
  if (state.write !== undefined || state.made.length === 0) return [state, []]
  const until = isWorthAWrite(state) ? "until the tick ends" : "briefly"
  if (state.gathers === until || state.gathers === "until the tick ends") return [state, []]
  return [{ ...state, gathers: until }, [{ kind: "gather", until }]]
}

export const write = (state: State): Step => {
  if (state.write !== undefined || state.made.length === 0) return [{ ...state, gathers: "not" }, []]
  const { health, made } = state
  return writeFirst({
    ...state,
    gathers: "not",
    made: [],
    write: { batches: [made], counted: made, health, isStripped: false }
  })
}

export const writeFirst = (state: State): Step => {
  const [first = []] = state.write?.batches ?? []
  const { health, token } = { ...state, ...state.write }
  return [state, [{ kind: "write", attempts: first.map(({ attempt }) => attempt), token, health }]]
}

/**
 * An attempt without the contents that the database refuses: its delivery dies, so that it can't block the others in
 * its batch.
 */
const stripped = ({ attempt, symptom }: Made): Made => ({
  attempt: { ...attempt, status: null, failure: "internal_error", answer: null, retryIn: null },
  symptom
})

/**
 * The database refused a batch: writes its attempts one by one, and writes an attempt that is refused by itself without
 * its contents.
 */
export const writeApart = (state: State, error: unknown): Step => {
  const { write } = state
  const [[first, ...others] = [], ...rest] = write?.batches ?? []
  if (write === undefined || first === undefined) return [state, []]
  if (others.length > 0) {
    const batches = [[first], ...others.map((made) => [made]), ...rest]
    return writeFirst({ ...state, write: { ...write, batches } })
  }
  if (write.isStripped) return [state, [{ kind: "fail", error }]]
  return writeFirst({
    ...state,
    write: { ...write, batches: [[stripped(first)], ...rest], isStripped: true }
  })
}

/** The first batch is written: each of its entities either queues its next delivery or is finished. */
export const settle = (state: State, batch: ReadonlyArray<Made>): State => {
  const next: Array<DueDelivery> = []
  const done: Array<string> = []
  const entities = new Map(state.entities)
  for (const { attempt } of batch) {
    const { entityId } = attempt.delivery
    // After a failure the entity's later deliveries wait for it; the table still has them.
    // mutant (deliveryMachine, deliveryMachineRandom): after a failure the entity's next one isn't sent: `attempt.verdict.kind === "delivered"` -> `true`
    const [following, ...others] = attempt.verdict.kind === "delivered" ? (entities.get(entityId) ?? []) : []
    if (following === undefined) {
      entities.delete(entityId)
      done.push(entityId)
    } else {
      entities.set(entityId, others)
      next.push(following)
    }
  }
  return {
    ...state,
    entities,
    waiting: next.length === 0 ? state.waiting : [...next, ...state.waiting],
    unwritten: state.unwritten - batch.length,
    writtenDown: state.writtenDown + batch.length,
    settled: [...state.settled, ...done]
  }
}

export const stale = (state: State, token: string, health: EndpointHealth): Step => {
  const { write } = state
  if (write === undefined) return [state, []]
  // Counts the attempts on top of the changed health.
  const after = countedOn(health, write.counted)
  return writeFirst({
    ...state,
    token,
    write: { ...write, health: after },
    health: countedOn(after, state.made)
  })
}
