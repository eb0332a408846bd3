/**
 * How the next webhooks are answered: late, or with another status, so that you can see what the service does then. It
 * survives a kill -9. An integration doesn't need it.
 *
 * Guide: partners/test-webhooks
 */
import type * as S from "@embedded-super/contracts/schemas"
import { State, settingOf } from "@embedded-super/simulator-kit"
import { receiverWords } from "@embedded-super/pages/kinds/levers"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** The behaviour that is set, as a sentence. */
export const behaviourWords = (behaviour: S.ReceiverBehaviour): string => `Set ${receiverWords(behaviour)}.`

export class Behaviour extends Context.Service<
  Behaviour,
  {
    readonly get: () => S.ReceiverBehaviour
    readonly set: (behaviour: S.ReceiverBehaviour) => void
    /** The behaviour for one delivery, which counts as one of its times. */
    readonly next: () => S.ReceiverBehaviour
  }
>()("@embedded-super/partner-simulator/Behaviour") {
  static readonly layer = Layer.effect(
    Behaviour,
    Effect.gen(function* () {
      const kept = settingOf<S.ReceiverBehaviour>(yield* State, "receiver_behaviour", {})
      return Behaviour.of({
        get: kept.get,
        set: kept.set,
        next: () => {
          const { times, ...present } = kept.get()
          if (times !== undefined) kept.set(times > 1 ? { ...present, times: times - 1 } : {})
          return present
        }
      })
    })
  )
}
