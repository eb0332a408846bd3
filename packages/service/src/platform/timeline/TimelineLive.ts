import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { Settings } from "../config/Settings.ts"
import { Timeline } from "./Timeline.ts"

/**
 * The time line of this process, with `--dev`: `Timeline` and `TimelineReader` over one file in the data folder, which all
 * processes of that folder share. Without `--dev`, or if the file can't be used, both do nothing. Its parts are loaded
 * only with `--dev`.
 */
export const TimelineLive = Layer.effectContext(
  Effect.gen(function* () {
    const { dataDir, dev } = yield* Settings
    if (!dev) return Context.empty()
    const { openTimeline } = yield* Effect.promise(() => import("./openTimeline.ts"))
    return yield* Effect.catch(openTimeline(dataDir), (error) =>
      Effect.as(Effect.logWarning("The time line can't be kept", Cause.fail(error)), Context.empty())
    )
  })
)

/**
 * Makes each transaction a step of the time line, so that a rollback forgets its notes. Changes the one client
 * that all share, before anything else reads it. Does nothing if the time line is off.
 */
export const noteTransactions = Layer.effectDiscard(
  Effect.gen(function* () {
    const timeline = yield* Timeline
    if (!timeline.isOn) return
    const sql = yield* SqlClient.SqlClient
    const { withTransaction } = sql
    const asStep: typeof withTransaction = (effect) => timeline.step({})(withTransaction(effect))
    Object.assign(sql, { withTransaction: asStep })
  })
)
