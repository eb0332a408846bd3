import { SimulatorGroup } from "@embedded-super/contracts/simulator-api"
import type * as S from "@embedded-super/contracts/schemas"
import { strict } from "@embedded-super/http-manners"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Layer from "effect/Layer"
import { EventLog } from "../log/EventLog.ts"

/** What both simulators have of the simulator API. */
export const SimulatorAdminApi = strict(HttpApi.make("simulator-api").add(SimulatorGroup))

/** What a simulator tells of itself. */
export interface Inspected {
  readonly kind: S.SimulatorKind
  /** The name of the fund or of the payroll software that it plays. */
  readonly name: string
  readonly version: string
  /** How many things it holds, by name; the log's entries come on top. */
  readonly counts: Effect.Effect<Readonly<Record<string, number>>>
  /** Goes back to how it was when it started for the first time. */
  readonly reset: Effect.Effect<void>
}

const timestamp = Effect.map(DateTime.now, (now) => DateTime.formatIso(now) as S.Timestamp)

/** Answers the operations of `SimulatorAdminApi`. */
export const simulatorAdmin = (inspected: Inspected) => {
  const Handlers = HttpApiBuilder.group(
    SimulatorAdminApi,
    "simulator",
    Effect.fnUntraced(function* (handlers) {
      const log = yield* EventLog
      const startedAt = yield* timestamp
      return handlers.handleAll({
        getSimulator: Effect.fnUntraced(function* () {
          const counts = { ...(yield* inspected.counts), log_entries: yield* log.size }
          return {
            data: {
              kind: inspected.kind,
              name: inspected.name as S.OrganisationName,
              software_version: inspected.version,
              started_at: startedAt,
              now: yield* timestamp,
              counts
            },
            version: "v1" as const
          }
        }),
        listLogEntries: Effect.fnUntraced(function* ({ query }) {
          const { entries, lastSeq } = yield* log.entriesAfter(query.after ?? 0, query.limit)
          return {
            data: entries as ReadonlyArray<S.LogEntry>,
            version: "v1" as const,
            last_seq: lastSeq as S.LogSequence
          }
        }),
        resetSimulator: Effect.fnUntraced(function* () {
          yield* inspected.reset
          yield* log.clear
          yield* log.note({ kind: "reset", summary: "Forgot everything." })
        })
      })
    })
  )
  return HttpApiBuilder.layer(SimulatorAdminApi).pipe(Layer.provide(Handlers))
}
