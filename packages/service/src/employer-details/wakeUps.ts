import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Jobs } from "../platform/jobs/Jobs.ts"

/** The queue that says which delivery to look at. What is to be done, and when, is in the ledger. */
export const wakeUps = Effect.flatMap(Jobs, (jobs) =>
  jobs.queue({
    name: "employer-details",
    schema: Schema.Struct({ delivery_id: Schema.String }),
    look: "seldom"
  })
)
