import { EmployerIssueId } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Jobs } from "../platform/jobs/Jobs.ts"

/** The queue of simulated issues whose cause goes away by itself: which issue. */
export const simulatedRemedies = Effect.flatMap(Jobs, (jobs) =>
  jobs.queue({ name: "simulated issue remedies", schema: Schema.Struct({ issue_id: EmployerIssueId }) })
)
