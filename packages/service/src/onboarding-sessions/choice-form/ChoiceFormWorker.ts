import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { supervised } from "../../platform/jobs/supervised.ts"
import { ChoiceForms } from "./ChoiceForms.ts"
import { choiceFormsRepo } from "./ChoiceFormsRepo.ts"
import { queues } from "../../platform/jobs/queues.ts"

/** Forms that one process makes at the same time: they are set one after the other anyway. */
const AT_ONCE = 2

/** How often forms are looked for that nobody makes, and after how long a form counts as one. */
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
 * Makes the choice forms that were asked for, while its scope is open. Run it in as many processes as you like over one
 * database: what a process that was killed had in hand, another takes after 12 seconds.
 */
export const ChoiceFormWorker = { layer: Layer.effectDiscard(make) }
