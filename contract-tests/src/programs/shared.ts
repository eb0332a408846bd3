/**
 * Programs that the test files of one vitest worker share: in the gate all files run in one worker, one after the other and
 * without isolation (vitest.config.ts), so each program starts once. It ends with the worker. A file seeds a partner of its
 * own, so the rows of other files don't show.
 *
 * A test that checks all data of a fund or a database starts its own programs (`startService`), or uses the quiet set:
 * its service does no background work, so only the running file causes writes.
 */
import type { Surroundings } from "../bad-input/operationCases.ts"
import { makeSurroundings } from "../bad-input/surroundings.ts"
import { type SharedService, startService } from "./service.ts"
import { type SharedSimulator, startFundSimulator } from "./simulators.ts"

/** Starts a program once in this worker; after a failed start the next file retries. */
const once = <A>(start: () => Promise<A>): (() => Promise<A>) => {
  let started: Promise<A> | undefined
  return () => {
    started ??= start().catch((error: unknown) => {
      started = undefined
      throw error
    })
    return started
  }
}

/** A service with background work, and a fund that it calls. */
export const sharedPrograms: () => Promise<{
  readonly service: SharedService
  readonly fund: SharedSimulator
}> = once(async () => {
  const [fund, service] = await Promise.all([startFundSimulator(), startService()])
  return { fund, service }
})

/** A service without background work, a fund, and two partners with one entity of each kind. */
export const sharedSurroundings: () => Promise<{
  readonly service: SharedService
  readonly fund: SharedSimulator
  readonly surroundings: Surroundings
}> = once(async () => {
  const [fund, service] = await Promise.all([startFundSimulator(), startService({ worker: false })])
  return { fund, service, surroundings: await makeSurroundings(service, fund) }
})
