import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import { FundCalls } from "../src/funds/calls/FundCalls.ts"
import type { NewCall } from "../src/funds/calls/FundCallsRepo.ts"

/** The calls that were requested, in their order. */
export class Requested extends Context.Service<Requested, Ref.Ref<ReadonlyArray<NewCall>>>()(
  "test/Requested"
) {}

/** `FundCalls` that only records the calls, and `Requested`. */
export const TestRegistrations = {
  layer: Layer.effect(
    FundCalls,
    Effect.map(Requested, (requested) => ({
      request: (call) => Ref.update(requested, (before) => [...before, call]),
      retryRegistration: () => Effect.succeed("none" as const)
    }))
  ).pipe(Layer.provideMerge(Layer.effect(Requested, Ref.make<ReadonlyArray<NewCall>>([]))))
}
