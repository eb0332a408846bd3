import { OnboardingSessionId } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Jobs } from "../../platform/jobs/Jobs.ts"

/** The queue that says whose choice form is to be made. */
export const wakeUps = Effect.flatMap(Jobs, (jobs) =>
  jobs.queue({ name: "choice-forms", schema: Schema.Struct({ session_id: OnboardingSessionId }) })
)
