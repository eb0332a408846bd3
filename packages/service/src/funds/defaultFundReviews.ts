import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Jobs } from "../platform/jobs/Jobs.ts"

/** The queue of funds whose products may have closed or opened since employers chose them as their default. */
export const defaultFundReviews = Effect.flatMap(Jobs, (jobs) =>
  jobs.queue({ name: "default-fund-reviews", schema: Schema.Struct({ fund_id: Schema.String }) })
)
