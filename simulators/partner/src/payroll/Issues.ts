/**
 * Step 8 of an integration: problems that the payroll's user can do something about. The service opens them and tells
 * by webhook; it resolves most of them itself when the cause is gone, and the rest are resolved here.
 *
 * Guide: partners/employer-issues
 */
import type { EmployerIssue } from "@embedded-super/partner-sdk"
import { newest, State, tableOf } from "@embedded-super/simulator-kit"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ServiceClient } from "../service/ServiceClient.ts"
import type { ServiceRefused } from "../service/ServiceRefused.ts"
import { Employers } from "./Employers.ts"
import { Live } from "./Live.ts"
import { PayrollSettings } from "./PayrollSettings.ts"

interface Row {
  readonly seq: number
  readonly id: string
  readonly product_id: string
  readonly entity: string
}

const issueIn = ({ entity }: Row) => JSON.parse(entity) as EmployerIssue

export class Issues extends Context.Service<
  Issues,
  {
    /** Newest first. */
    readonly list: () => ReadonlyArray<EmployerIssue>
    readonly open: () => ReadonlyArray<EmployerIssue>
    readonly find: (id: string) => EmployerIssue | undefined
    readonly keep: (productId: string, issue: EmployerIssue) => void
    /**
     * Reads the open issues of the payroll's product, and those that were open before: webhooks of issues are off unless
     * the operator turned them on.
     */
    readonly look: Effect.Effect<void, ServiceRefused>
    readonly resolve: (id: string, note: string) => Effect.Effect<void, ServiceRefused>
  }
>()("@embedded-super/partner-simulator/Issues") {
  static readonly layer = Layer.effect(
    Issues,
    Effect.gen(function* () {
      const state = yield* State
      const { ask } = yield* ServiceClient
      const live = yield* Live
      const employers = yield* Employers
      const settings = yield* PayrollSettings
      const rows = tableOf<Row>(state, "issues")
      const update = state.query("UPDATE issues SET entity = ? WHERE id = ?")
      state.keep({
        tables: {
          issues: `seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, product_id TEXT NOT NULL,
            entity TEXT NOT NULL`
        }
      })
      const list = () => rows.page(newest, -1).map(issueIn)
      const keep = (product_id: string, issue: EmployerIssue) =>
        void state.write(() => {
          const entity = JSON.stringify(issue)
          if (update.run(entity, issue.id).rows === 0) rows.insert({ id: issue.id, product_id, entity })
        })
      const open = () => list().filter(({ status }) => status === "open")
      return Issues.of({
        list,
        open,
        find: (id) => {
          const row = rows.find("id", id)
          return row === undefined ? undefined : issueIn(row)
        },
        keep,
        look: Effect.gen(function* () {
          const productId = settings.productId()
          if (productId === undefined) return
          const { data } = yield* ask((client) =>
            client.GET("/api/v1/employer-issue", { params: { query: { status: "open", limit: 100 } } })
          )
          for (const issue of data)
            if (employers.find(issue.employer_id) !== undefined) keep(productId, issue)
          const stillOpen = new Set(data.map(({ id }) => id))
          for (const { id } of open()) {
            if (stillOpen.has(id) || rows.find("id", id)?.product_id !== productId) continue
            const answer = yield* ask((client) =>
              client.GET("/api/v1/employer-issue/{id}", { params: { path: { id } } })
            )
            keep(productId, answer.data)
          }
        }),
        resolve: Effect.fnUntraced(function* (id, note) {
          const row = rows.find("id", id)
          if (row === undefined) return
          const { data } = yield* ask(
            (client) =>
              client.PUT("/api/v1/employer-issue/{id}/resolve", {
                params: { path: { id } },
                body: note === "" ? {} : { note }
              }),
            row.product_id
          )
          keep(row.product_id, data)
          yield* live.changed
        })
      })
    })
  )
}
