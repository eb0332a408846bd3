import { AgainAnswer, TimelineEntryDetailAnswer } from "@embedded-super/contracts/schemas"
import {
  NotFound,
  NotSendable,
  ServiceUnavailable,
  ValidationFailed
} from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import { never, notSendable } from "@embedded-super/pages/content/sendAgain"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import type { EntryOrigin } from "../../platform/timeline/TimelineReader.ts"
import { Simulators } from "../sources/Simulators.ts"

const decodeDetail = Schema.decodeUnknownEffect(TimelineEntryDetailAnswer)
const decodeOutcome = Schema.decodeUnknownEffect(AgainAnswer)
const decodeInvalid = Schema.decodeUnknownEffect(ValidationFailed.body)

/** Entries that a simulator noted: the simulator has the request, so it sends the call again itself. */
export const simulatorEntries = Effect.gen(function* () {
  const simulators = yield* Simulators

  const simulatorOf = Effect.fnUntraced(function* ({ slug, source }: EntryOrigin) {
    const known = yield* simulators.all
    const found = known.find((one) => one.kind === source && one.slug === slug)
    return found ?? (yield* notSendable("Its simulator wasn't started here. Run start again."))
  })

  const unreadable = notSendable("The simulator's answer can't be read. Start it again with this version.")

  return {
    offerFor: (origin: EntryOrigin, seq: number): Effect.Effect<S.AgainOffer> =>
      Effect.gen(function* () {
        const simulator = yield* simulatorOf(origin)
        const { json } = yield* simulators.ask(simulator, {
          method: "GET",
          path: `/_simulator/log/${seq}`
        })
        return (yield* decodeDetail(json)).data.again
      }).pipe(
        Effect.catchTags({
          NotSendable: ({ detail }) => Effect.succeed(never(detail)),
          SimulatorAway: ({ message }) => Effect.succeed(never(message)),
          SchemaError: () => Effect.succeed(never("The simulator doesn't keep this entry any more."))
        })
      ),

    send: Effect.fn("Again.simulatorEntries")(function* (
      origin: EntryOrigin,
      seq: number,
      body: string | undefined
    ) {
      const simulator = yield* simulatorOf(origin)
      const { json, status } = yield* simulators
        .ask(simulator, {
          method: "POST",
          path: `/_simulator/log/${seq}/again`,
          body: body === undefined ? {} : { body },
          timeoutMillis: 35_000
        })
        .pipe(
          Effect.mapError(
            ({ message }) =>
              new ServiceUnavailable({ code: "service_unavailable", detail: message, retry_after: 5 })
          )
        )
      if (status === 200) return (yield* Effect.mapError(decodeOutcome(json), () => unreadable)).data
      const detail =
        Predicate.hasProperty(json, "detail") && Predicate.isString(json.detail)
          ? json.detail
          : unreadable.detail
      if (status === 404) return yield* new NotFound({ code: "not_found", detail })
      if (status === 422) {
        const { code, errors } = yield* Effect.mapError(decodeInvalid(json), () => unreadable)
        return yield* new ValidationFailed({ code, detail, errors })
      }
      return yield* new NotSendable({ code: "not_sendable", detail })
    })
  }
})
