import { NotFound, ServiceUnavailable, ValidationFailed } from "@embedded-super/contracts/problems"
import { FieldError } from "@embedded-super/contracts/schemas"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Settings } from "../../platform/config/Settings.ts"
import { Timeline } from "../../platform/timeline/Timeline.ts"
import { startCommand } from "../../platform/timeline/things.ts"
import { type SimulatorCall, Simulators } from "../sources/Simulators.ts"
import type { Simulator } from "@embedded-super/pages/sources/readyFile"

/** When it is worth trying again: a person has to start a simulator first. */
const LATER_SECONDS = 5

/** The problem for a simulator that doesn't answer: the sentence says which one, and what to do. */
const unavailable = (detail: string) =>
  new ServiceUnavailable({ code: "service_unavailable", detail, retry_after: LATER_SECONDS })

const refusalIn = Schema.decodeUnknownEffect(
  Schema.Struct({ detail: Schema.String, errors: Schema.Array(FieldError) })
)

/** Calls of the simulators' own operations, whose answers are read by the contract. */
export const simulatorCalls = Effect.map(
  Effect.all([Simulators, Timeline, Settings]),
  ([simulators, timeline, settings]) => ({
    /** The simulator of the fund with this slug. */
    fund: Effect.fnUntraced(function* (slug: S.Slug) {
      const found = yield* simulators.fund(slug)
      return found ?? (yield* notStarted(slug, settings))
    }),

    /** The partner's simulator. */
    partner: Effect.flatMap(simulators.partner, (found) =>
      found === undefined ? Effect.fail(noPartner(settings)) : Effect.succeed(found)
    ),

    /**
     * Calls a simulator and reads its answer. The lever passes on the findings of a refusal, because the lever's body is the
     * simulator's.
     */
    ask: Effect.fnUntraced(function* <A>(
      simulator: Simulator,
      call: SimulatorCall,
      answer: Schema.Codec<{ readonly data: A }, unknown>
    ) {
      const traceparent = call.method === "GET" ? undefined : yield* timeline.traceparent
      const { json, status } = yield* simulators
        .ask(simulator, { ...call, traceparent })
        .pipe(Effect.mapError(({ message }) => unavailable(message)))
      if (status === 422) {
        const { detail, errors } = yield* Effect.orDie(refusalIn(json))
        return yield* new ValidationFailed({ code: "validation_failed", detail, errors })
      }
      const read = Schema.decodeUnknownEffect(answer)(json)
      return (yield* Effect.mapError(read, () => unexpected(simulator, status))).data
    })
  })
)

type Place = Pick<Settings["Service"], "dataDir">

const notStarted = (slug: S.Slug, place: Place) =>
  new NotFound({
    code: "not_found",
    detail: `No simulator of the fund ${slug} was started here. Start the one of banksia with ${startCommand(place)}; that of another fund is found if its --ready-file is below ${place.dataDir}/run.`
  })

const noPartner = (place: Place) =>
  unavailable(`The payroll application isn't running here. Start it with ${startCommand(place)}.`)

const unexpected = ({ name, url }: Simulator, status: number) =>
  unavailable(`${name} at ${url} answered ${status}, which this version doesn't understand. Run start again.`)
