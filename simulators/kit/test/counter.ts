/** A simulator that only counts: each POST /v1/count adds one to a persistent count. */
import { TimelineEntry } from "@embedded-super/contracts/schemas"
import { mannered, strict } from "@embedded-super/http-manners"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { EventLog, type Simulator } from "../src/index.ts"
import { makeTally } from "./tally.ts"

const CounterApi = strict(
  HttpApi.make("counter").add(
    HttpApiGroup.make("counter").add(
      HttpApiEndpoint.post("count", "/v1/count", {
        payload: Schema.Struct({ by: Schema.String.check(Schema.isMinLength(1)) }),
        success: Schema.Struct({ n: Schema.Int })
      })
    ),
    HttpApiGroup.make("admin").add(
      HttpApiEndpoint.get("listLogEntries", "/_simulator/log", {
        query: { after: Schema.optionalKey(Schema.Int), limit: Schema.optionalKey(Schema.Int) },
        success: Schema.Struct({ data: Schema.Array(TimelineEntry), last_seq: Schema.Int })
      }),
      HttpApiEndpoint.post("change", "/_simulator/change", { success: HttpApiSchema.NoContent }),
      HttpApiEndpoint.post("upload", "/_simulator/upload", { success: HttpApiSchema.NoContent })
    )
  )
)

const Counter = HttpApiBuilder.group(
  CounterApi,
  "counter",
  Effect.fnUntraced(function* (handlers) {
    const tally = yield* makeTally()
    const log = yield* EventLog
    return handlers.handleAll({
      count: ({ payload }) =>
        Effect.tap(
          Effect.map(tally.countOn, (n) => ({ n })),
          ({ n }) => log.note({ kind: "counted", summary: `Counted to ${n}.`, detail: { by: payload.by } })
        )
    })
  })
)

const Admin = HttpApiBuilder.group(
  CounterApi,
  "admin",
  Effect.fnUntraced(function* (handlers) {
    const log = yield* EventLog
    return handlers.handleAll({
      listLogEntries: ({ query }) =>
        Effect.map(log.entriesAfter(query.after ?? 0, query.limit ?? 100), ({ entries, lastSeq }) => ({
          data: entries,
          last_seq: lastSeq
        })),
      upload: () =>
        log.note({ kind: "uploaded", summary: "Uploaded.", isOutgoing: true, outcome: "refused" }),
      change: () => log.note({ kind: "changed_by_hand", summary: "Changed by hand." })
    })
  })
)

export const counter: Simulator = {
  kind: "counter",
  party: "Counter",
  source: "fund",
  title: "Counter simulator",
  version: "0.1.0",
  defaultPort: 0,
  routes: HttpApiBuilder.layer(CounterApi).pipe(Layer.provide([Counter, Admin])),
  apis: [mannered(CounterApi)]
}
