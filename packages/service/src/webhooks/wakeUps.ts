import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Jobs } from "../platform/jobs/Jobs.ts"

/** The queue that says which endpoint has something to send. What it is, and when, is in the deliveries' own table. */
export const wakeUps = Effect.flatMap(Jobs, (jobs) =>
  jobs.queue({ name: "webhook-endpoints", schema: Schema.Struct({ endpoint_id: Schema.String }) })
)
