import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import {
  MemberRegistrations,
  type RegistrationRequest
} from "../src/onboarding-sessions/super-selection/MemberRegistrations.ts"

/** The registrations that were requested, in their order. */
export class Requested extends Context.Service<Requested, Ref.Ref<ReadonlyArray<RegistrationRequest>>>()(
  "test/Requested"
) {}

/** `MemberRegistrations` that only remembers, and `Requested`. */
export const TestRegistrations = {
  layer: Layer.effect(
    MemberRegistrations,
    Effect.map(Requested, (requested) => ({
      request: (registration) => Ref.update(requested, (before) => [...before, registration]),
      retry: () => Effect.succeed("none" as const)
    }))
  ).pipe(Layer.provideMerge(Layer.effect(Requested, Ref.make<ReadonlyArray<RegistrationRequest>>([]))))
}
