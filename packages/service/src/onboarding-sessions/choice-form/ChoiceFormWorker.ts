import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { supervised } from "../../platform/jobs/supervised.ts"
import { ChoiceForms } from "./ChoiceForms.ts"
import { choiceFormsRepo } from "./ChoiceFormsRepo.ts"
import { queues } from "../../platform/jobs/queues.ts"

/** Forms that one process makes concurrently. More wouldn't help: rendering runs one form after the other. */
const AT_ONCE = 2

/** How often to sweep for neglected forms, and after how long an unmade form counts as neglected. */
const SWEEP_EVERY = "10 seconds"
const NEGLECTED_SECONDS = 30

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const forms = yield* ChoiceForms
  const { neglected } = yield* choiceFormsRepo
  const queue = yield* queues.choiceForms

  const sweep = Effect.gen(function* () {
    const ids = yield* neglected(NEGLECTED_SECONDS)
    yield* Effect.forEach(ids, (session_id) => queue.offer({ session_id }), { discard: true })
  }).pipe(sql.withTransaction, Effect.andThen(Effect.sleep(SWEEP_EVERY)))

  yield* Effect.forkScoped(queue.work(({ session_id }) => forms.make(session_id), { concurrency: AT_ONCE }))
  yield* Effect.forkScoped(supervised("The sweep of choice forms", sweep))
})

/**
 * Makes the requested choice forms, while its scope is open. Any number of processes may run it over one database:
 * after 12 seconds another process takes over the forms of one that was killed.
 */
export const ChoiceFormWorker = { layer: Layer.effectDiscard(make) }
