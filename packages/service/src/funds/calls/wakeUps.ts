import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Jobs } from "../../platform/jobs/Jobs.ts"

/** The queue that says which call to look at. What is to be sent, and when, is in the ledger. */
export const wakeUps = Effect.flatMap(Jobs, (jobs) =>
  jobs.queue({ name: "fund-calls", schema: Schema.Struct({ call_id: Schema.String }) })
)
