import * as Effect from "effect/Effect"
import { atMost, type Figure, noted } from "../../chaos/Figure.ts"
import type { makeStage } from "../onboarding/makeStage.ts"
import { cpuOf, cpuWithChildren, memoryOf } from "../onboarding/processes.ts"
import { serve, type Side } from "../onboarding/Side.ts"
import { startProxy } from "../onboarding/startProxy.ts"

export type Stage = Effect.Success<typeof makeStage>

/** A service with its workers and nothing to do, as production runs it. */
export const idle = ({ postmaster, server }: Stage, side: Side, isQuick: boolean) =>
  Effect.scoped(
    Effect.gen(function* () {
      const settles = isQuick ? 3 : 15
      const lasts = isQuick ? 5 : 30
      const { port, sent } = yield* startProxy(server)
      const { pid } = yield* serve(side, { postgresPort: port, isProduction: true })
      yield* Effect.sleep(`${settles} seconds`)
      yield* sent
      const cpu = cpuOf(pid)
      const databaseCpu = cpuWithChildren(postmaster)
      const began = performance.now()
      yield* Effect.sleep(`${lasts} seconds`)
      const seconds = (performance.now() - began) / 1000
      const share = (milliseconds: number) => milliseconds / seconds / 10
      return [
        atMost("statements a second", (yield* sent).statements / seconds, 5),
        atMost("CPU of the service, of one core", share(cpuOf(pid) - cpu), 0.5, "%"),
        noted("CPU of PostgreSQL, of one core", share(cpuWithChildren(postmaster) - databaseCpu), "%"),
        atMost("memory of the service", memoryOf(pid), 200, "MiB")
      ] satisfies ReadonlyArray<Figure>
    })
  )
