/**
 * Programs that the test files of one vitest worker share. Each starts when a file first asks for it, and ends with the
 * worker: starting service, fund and Prism again for each file would take longer than most of the tests. A file seeds a
 * partner of its own, so the rows of other files don't show; a worker runs one file at a time.
 *
 * What judges all that a fund or a database holds starts its own programs (`startService`), or takes the quiet set: its
 * service does no background work, so nothing is written but by the file that runs.
 */
import process from "node:process"
import type { Surroundings } from "../bad-input/operationCases.ts"
import { makeSurroundings } from "../bad-input/surroundings.ts"
import { type RunningService, startService } from "./service.ts"
import { type RunningSimulator, startFundSimulator } from "./simulators.ts"

export type SharedService = Omit<RunningService, "stop">
export type SharedSimulator = Omit<RunningSimulator, "stop">

/** Starts something once in this worker; a start that failed is tried again by the next file. */
const once = <A>(start: () => Promise<A>): (() => Promise<A>) => {
  let started: Promise<A> | undefined
  return () => {
    started ??= withWorker(start).catch((error: unknown) => {
      started = undefined
      throw error
    })
    return started
  }
}

let endsWithWorker = false

/** Vitest ends a worker by SIGTERM, which alone would leave its programs and folders behind. */
const withWorker = <A>(start: () => Promise<A>): Promise<A> => {
  if (!endsWithWorker) {
    endsWithWorker = true
    process.once("SIGTERM", () => {
      process.emit("exit", 0)
      process.kill(process.pid, "SIGKILL")
    })
  }
  return start()
}

/** A service that works, and a fund that it calls. */
export const sharedPrograms: () => Promise<{
  readonly service: SharedService
  readonly fund: SharedSimulator
}> = once(async () => {
  const [fund, service] = await Promise.all([startFundSimulator(), startService()])
  return { fund, service }
})

/** A service that only answers, a fund, and two partners with one thing of each kind. */
export const sharedSurroundings: () => Promise<{
  readonly service: SharedService
  readonly fund: SharedSimulator
  readonly surroundings: Surroundings
}> = once(async () => {
  const [fund, service] = await Promise.all([startFundSimulator(), startService({ worker: false })])
  return { fund, service, surroundings: await makeSurroundings(service, fund) }
})
