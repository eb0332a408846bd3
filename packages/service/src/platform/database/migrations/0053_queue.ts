import * as Effect from "effect/Effect"
import * as PersistedQueue from "effect/persistence/PersistedQueue"

/** The tables of the job queue, made by the queue itself. Here, so that processes that serve change no schema. */
export default Effect.scoped(PersistedQueue.makeStoreSql({ tableName: "effect_queue" }))
