/**
 * Starts onboardings at a fixed rate, whatever the service does (D-onboarding-bench), in a process of its own. Each message of
 * its parent is a load; it sends back the outcome.
 *
 * The trap: a driver that waits for a slow service starts fewer onboardings while it is slow, and measures only the good
 * times. So each has its start on a schedule, and its first call's latency counts from there; a later call's counts from
 * the answer before it.
 */
import process from "node:process"
import { setTimeout as later } from "node:timers/promises"
import { keptConnections } from "./keptConnections.ts"
import { makeEmployer, onboard, type Send } from "./walk.ts"

/** Onboardings to start. None of two loads is the same person's. */
export interface Load {
  readonly origin: string
  /** The product's API key. */
  readonly key: string
  /** The employer of an earlier load; a new one if left out. */
  readonly employerId?: string
  readonly perMinute: number
  readonly first: number
  readonly count: number
}

export interface Driven {
  readonly employerId: string
  /** Milliseconds of each call, by operation. */
  readonly latencies: Readonly<Record<string, ReadonlyArray<number>>>
  /** The confirmed sessions, and when the last answer came (milliseconds since 1970). */
  readonly sessions: ReadonlyArray<{ readonly id: string; readonly confirmedAt: number }>
  /** Why onboardings failed. */
  readonly failures: ReadonlyArray<string>
}

/** An overloaded service isn't given more than this at once; each onboarding beyond it failed. */
const MOST_AT_ONCE = 400

const connections = new Map<string, ReturnType<typeof keptConnections>>()

const connectionsTo = (origin: string) => {
  const known = connections.get(origin) ?? keptConnections(origin)
  connections.set(origin, known)
  return known
}

const drive = async ({ count, first, key, origin, perMinute, ...load }: Load): Promise<Driven> => {
  const call = connectionsTo(origin)
  const latencies: Record<string, Array<number>> = {}
  const sessions: Array<{ id: string; confirmedAt: number }> = []
  const failures: Array<string> = []
  /** Sends the calls of one onboarding, the first of which was due then. */
  const measured = (dueAt: number): Send => {
    let due: number | undefined = dueAt
    return async (operation, sent) => {
      const began = due ?? performance.now()
      due = undefined
      const answer = await call(sent)
      ;(latencies[operation] ??= []).push(performance.now() - began)
      return answer
    }
  }
  const employerId =
    load.employerId ?? (await makeEmployer((_, sent) => call(sent), key, `employer ${first}`))
  const began = performance.now()
  let atOnce = 0
  const running: Array<Promise<unknown>> = []
  for (let nth = 0; nth < count; nth += 1) {
    const dueAt = began + (nth * 60_000) / perMinute
    const early = dueAt - performance.now()
    if (early > 0) await later(early)
    if (atOnce >= MOST_AT_ONCE) {
      failures.push(`${MOST_AT_ONCE} were under way`)
      continue
    }
    atOnce += 1
    const one = onboard(measured(dueAt), key, employerId, first + nth).then(
      (id) => sessions.push({ id, confirmedAt: performance.timeOrigin + performance.now() }),
      (error: unknown) => failures.push(String(error))
    )
    running.push(one.finally(() => (atOnce -= 1)))
  }
  await Promise.all(running)
  return { employerId, latencies, sessions, failures }
}

process.on("message", (load: Load) => {
  void drive(load).then(
    (driven) => process.send?.(driven),
    (error: unknown) => process.send?.({ error: String(error) })
  )
})
process.on("disconnect", () => process.exit(0))
