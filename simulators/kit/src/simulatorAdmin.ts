import { NotFound, ValidationFailed } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import { SimulatorGroup } from "@embedded-super/contracts/simulator-api"
import { strict } from "@embedded-super/http-manners"
import { faultWords } from "@embedded-super/pages/kinds/levers"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import type { Cursor, Pagination } from "@embedded-super/contracts/schemas"
import { timeLine, type TimeLineOptions } from "./again/timeLine.ts"
import { SimulatorClock } from "./clock/SimulatorClock.ts"
import { Faults } from "./faults/Faults.ts"
import { EventLog } from "./log/EventLog.ts"
import { SimulatorAddress } from "./server/listen.ts"
import { Snapshots } from "./state/Snapshots.ts"
import { newest, type ReadPage } from "./state/Table.ts"

/** The refusal of one value in a request. */
const invalid = (
  [place, pointer, code]: readonly [place: "body" | "query", pointer: string, code: string],
  explanation: string,
  detail = "1 thing in the request needs attention."
) =>
  new ValidationFailed({
    code: "validation_failed",
    detail,
    errors: [{ in: place, pointer, code, detail: explanation }]
  })

const madeUp = invalid(
  ["query", "#/after", "invalid_format"],
  "Take the cursor from pagination.next_cursor of the page before.",
  "The cursor was not issued by this simulator."
)

/** The answer with a page of items, newest first. They are numbered in order of arrival; a cursor is a number. */
export const pageOf = <Row extends { readonly seq: number }, Item>(
  read: ReadPage<Row>,
  { after, limit }: { readonly after?: Cursor; readonly limit: number },
  itemOf: (row: Row) => Item
) => {
  const before = after === undefined ? newest : Number(Buffer.from(after, "base64url").toString())
  if (!Number.isSafeInteger(before)) return Effect.fail(madeUp)
  const found = read(before, limit + 1)
  const shown = found.slice(0, limit)
  const next = found.length > limit ? Buffer.from(String(shown.at(-1)!.seq)).toString("base64url") : null
  const pagination: Pagination = { next_cursor: next as Cursor | null }
  return Effect.succeed({ data: shown.map(itemOf), version: "v1" as const, pagination })
}

/** The part of the simulator API that both simulators share. */
export const SimulatorAdminApi = strict(HttpApi.make("simulator-api").add(SimulatorGroup))

/** A simulator's description of itself. */
export interface Inspected extends TimeLineOptions {
  readonly kind: S.SimulatorKind
  /** The name of the fund or payroll software that it plays. */
  readonly name: string
  readonly version: string
  /** Item counts by name; the count of log entries is added to them. */
  readonly counts: Effect.Effect<Readonly<Record<string, number>>>
  /** Adds a set of example data; adding it twice changes nothing. */
  readonly seed: (preset: S.SimulatorSeed["preset"]) => Effect.Effect<void>
}

/** Answers the operations of `SimulatorAdminApi`. */
export const simulatorAdmin = (inspected: Inspected) => {
  const Handlers = HttpApiBuilder.group(
    SimulatorAdminApi,
    "simulator",
    Effect.fnUntraced(function* (handlers) {
      const log = yield* EventLog
      const { detailOf, sendAgain } = yield* timeLine(inspected)
      const clock = yield* SimulatorClock
      const faults = yield* Faults
      const snapshots = yield* Snapshots
      const { url } = yield* SimulatorAddress
      const startedAt = clock.now()
      const version = "v1" as const
      const changed = (summary: string) => log.note({ kind: "changed_by_hand", summary })

      const simulator = Effect.gen(function* () {
        const counts = { ...(yield* inspected.counts), log_entries: yield* log.size }
        const data: S.Simulator = {
          kind: inspected.kind,
          name: inspected.name as S.OrganisationName,
          software_version: inspected.version,
          started_at: startedAt,
          now: clock.now(),
          counts
        }
        return { data, version }
      })
      const clockAnswer = Effect.map(clock.get, (data) => ({ data, version }))
      const planAnswer = Effect.map(faults.inForce, (data) => ({ data, version }))

      return handlers.handleAll({
        getSimulator: () => simulator,
        listLogEntries: Effect.fnUntraced(function* ({ query }) {
          const { entries, lastSeq } = yield* log.entriesAfter(query.after ?? 0, query.limit)
          return {
            data: entries,
            version,
            last_seq: lastSeq
          }
        }),
        getLogEntry: ({ params }) => Effect.map(detailOf(params.seq), (data) => ({ data, version })),
        sendLogEntryAgain: Effect.fnUntraced(function* ({ params, payload }) {
          const data = yield* sendAgain(params.seq, payload.body)
          return { data, version }
        }),
        resetSimulator: () => log.reset,
        seedSimulator: Effect.fnUntraced(function* ({ payload }) {
          yield* inspected.seed(payload.preset)
          yield* changed(`Added the example data ${payload.preset}.`)
          return yield* simulator
        }),
        listSnapshots: () => Effect.map(snapshots.list, (data) => ({ data, version })),
        takeSnapshot: Effect.fnUntraced(function* ({ payload }) {
          const data = yield* snapshots.take(payload.name, yield* inspected.counts)
          yield* changed(`Saved the state as ${payload.name}.`)
          return HttpApiSchema.withHeaders({
            body: { data, version },
            headers: { location: `${url}/_simulator/snapshots/${payload.name}/restore` as S.WebUrl }
          })
        }),
        restoreSnapshot: Effect.fnUntraced(function* ({ params }) {
          if (!(yield* snapshots.restore(params.name))) return yield* noSuchState
          yield* changed(`Restored the state ${params.name}.`)
          return yield* simulator
        }),
        getClock: () => clockAnswer,
        setClock: Effect.fnUntraced(function* ({ payload }) {
          if (!(yield* clock.change(payload))) return yield* backwards
          const answer = yield* clockAnswer
          const { now, stands_still } = answer.data
          const summary = `The clock is at ${now}${stands_still ? " and is stopped" : ""}.`
          yield* log.note({ kind: "changed_by_hand", summary, at: now })
          return answer
        }),
        getFaultPlan: () => planAnswer,
        setFaultPlan: Effect.fnUntraced(function* ({ payload }) {
          const without = payload.faults.findIndex(
            ({ delay_ms, play, status }) =>
              (play === "answer_status" && status === undefined) ||
              (play === "answer_late" && delay_ms === undefined)
          )
          if (without !== -1) return yield* unplayable(without, payload.faults[without]!.play)
          yield* faults.set(payload)
          yield* changed(planWords(payload.faults))
          return yield* planAnswer
        }),
        clearFaultPlan: Effect.fnUntraced(function* () {
          yield* faults.set({ faults: [] })
          yield* changed(planWords([]))
        })
      })
    })
  )
  return HttpApiBuilder.layer(SimulatorAdminApi).pipe(Layer.provide(Handlers))
}

const planWords = (faults: S.FaultPlan["faults"]): string =>
  faults.length === 0
    ? "No faults are set any more."
    : `Faults were set: ${faults.map(faultWords).join("; ")}.`

const noSuchState = new NotFound({
  code: "not_found",
  detail: "No state was saved under this name, or another version of the simulator saved it."
})

const backwards = invalid(
  ["body", "#/now", "too_small"],
  "This is before the simulator's present time.",
  "The clock never goes back. Give a later time, or restore a snapshot."
)

const unplayable = (index: number, play: string) => {
  const field = play === "answer_status" ? "status" : "delay_ms"
  return invalid(["body", `#/faults/${index}/${field}`, "required"], `${play} needs ${field}.`)
}
