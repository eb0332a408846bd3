import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { Timeline } from "./Timeline.ts"

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
