import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Jobs } from "../../platform/jobs/Jobs.ts"

/** The queue that says which registration to look at. What is to be done, and when, is in the ledger. */
export const wakeUps = Effect.flatMap(Jobs, (jobs) =>
  jobs.queue({
    name: "member-registrations",
    schema: Schema.Struct({ registration_id: Schema.String })
  })
)
