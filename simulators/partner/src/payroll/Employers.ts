/**
 * Step 2 of an integration: create each employer at the service, once, with the payroll's own number for it as
 * `remote_id`. The service's `id` is kept beside it, for every later call.
 *
 * Step 7: the employer that a webhook names is fetched and kept whole (`keep`). Its `onboarding_status` says whether
 * people can be onboarded: in `error` there is no default fund yet.
 *
 * The trap: the answer of a creation may get lost. `remote_id_taken` then names the employer that was created.
 *
 * Guide: partners/embedding, partners/idempotency
 */
import type { Employer } from "@embedded-super/partner-sdk"
import { newest, State, tableOf } from "@embedded-super/simulator-kit"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ServiceClient } from "../service/ServiceClient.ts"
import { type ServiceRefused, unreachable } from "../service/ServiceRefused.ts"
import { Live } from "./Live.ts"
import { PayrollSettings } from "./PayrollSettings.ts"

/** An employer of the payroll, as last fetched. */
export interface KeptEmployer {
  readonly productId: string
  readonly employer: Employer
}

interface NewEmployer {
  readonly name: string
  readonly abn: string
  readonly remote_id: string
}

interface Row {
  readonly seq: number
  readonly id: string
  readonly product_id: string
  readonly remote_id: string
  readonly entity: string
}

const keptIn = ({ entity, product_id }: Row): KeptEmployer => ({
  productId: product_id,
  employer: JSON.parse(entity) as Employer
})

/** Whether people can be onboarded: the default fund is set and takes new members. */
export const isReady = ({ onboarding_status }: Employer): boolean => onboarding_status !== "error"

export class Employers extends Context.Service<
  Employers,
  {
    /** In the order in which they were added. */
    readonly list: () => ReadonlyArray<KeptEmployer>
    readonly find: (id: string) => KeptEmployer | undefined
    /** Keeps an employer as it is now. Employers that the payroll didn't create are none of its own. */
    readonly keep: (employer: Employer) => void
    readonly create: (wanted: NewEmployer) => Effect.Effect<Employer, ServiceRefused>
    /** Changes what the payroll maintains of an employer. */
    readonly correct: (
      kept: KeptEmployer,
      change: Pick<NewEmployer, "abn" | "name">
    ) => Effect.Effect<void, ServiceRefused>
  }
>()("@embedded-super/partner-simulator/Employers") {
  static readonly layer = Layer.effect(
    Employers,
    Effect.gen(function* () {
      const state = yield* State
      const service = yield* ServiceClient
      const settings = yield* PayrollSettings
      const live = yield* Live
      const rows = tableOf<Row>(state, "employers")
      const update = state.query("UPDATE employers SET entity = ?, remote_id = ? WHERE id = ?")
      state.keep({
        tables: {
          employers: `seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, product_id TEXT NOT NULL,
            remote_id TEXT NOT NULL, entity TEXT NOT NULL`
        }
      })
      const keep = (employer: Employer): boolean =>
        state.write(() => update.run(JSON.stringify(employer), employer.remote_id, employer.id).rows > 0)
      return Employers.of({
        correct: Effect.fnUntraced(function* ({ employer: { id }, productId }, body) {
          const { data } = yield* service.ask(async (client) => {
            const path = { id }
            // A change names the version that it is made to, so that it overwrites no other.
            const { response } = await client.GET("/api/v1/employers/{id}", { params: { path } })
            const header = { "If-Match": response.headers.get("etag") ?? "" }
            return client.PATCH("/api/v1/employers/{id}", { params: { path, header }, body })
          }, productId)
          keep(data)
          yield* live.changed
        }),
        list: () => rows.page(newest, -1).map(keptIn).toReversed(),
        find: (id) => {
          const row = rows.find("id", id)
          return row === undefined ? undefined : keptIn(row)
        },
        keep,
        create: Effect.fnUntraced(function* (wanted) {
          const productId = settings.productId()
          if (productId === undefined) return yield* unreachable("Set a product and its key in Settings.")
          const header = { "Idempotency-Key": crypto.randomUUID() }
          const created = service.ask((client) =>
            client.POST("/api/v1/employers", { params: { header }, body: wanted })
          )
          const { data } = yield* created.pipe(
            Effect.catch((refusal) => {
              const { code, resourceId: id } = refusal
              if (code !== "remote_id_taken" || id === undefined) return Effect.fail(refusal)
              return service
                .ask((client) => client.GET("/api/v1/employers/{id}", { params: { path: { id } } }))
                .pipe(
                  Effect.filterOrFail(
                    ({ data }) => data.name === wanted.name,
                    () => refusal
                  )
                )
            })
          )
          const { id, remote_id } = data
          if (!keep(data))
            state.write(() =>
              rows.insert({ id, product_id: productId, remote_id, entity: JSON.stringify(data) })
            )
          yield* live.changed
          return data
        })
      })
    })
  )
}
