import type { IssueKind } from "@embedded-super/contracts/issue-kinds"
import { EmployerIssuesGroup } from "@embedded-super/contracts/partner-api"
import { EmployerCreation } from "@embedded-super/contracts/schemas"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { EmployerIssues } from "../src/employer-issues/EmployerIssues.ts"
import { EmployerIssuesHttp } from "../src/employer-issues/EmployerIssues.http.ts"
import { Employers } from "../src/employers/Employers.ts"
import { Events } from "../src/webhooks/events/Events.ts"
import { TestFunds } from "./TestFunds.ts"
import { openedOne } from "./TestIssues.ts"
import { aCaller, apiOf, partnerServices, send, served } from "./TestPartnerHttp.ts"

/** The operations on employer issues over HTTP behind real keys, in development, and the service that opens them. */
export const TestIssueApi = {
  layer: served(apiOf(EmployerIssuesGroup), EmployerIssuesHttp).pipe(
    Layer.provideMerge(Employers.layer),
    Layer.provideMerge(EmployerIssues.layer),
    Layer.provideMerge(Layer.mergeAll(Events.layer, TestFunds.layer)),
    Layer.provideMerge(partnerServices({ dev: true }))
  )
}

let employers = 0

/** A caller with one employer, and issues of it, the oldest first. */
export const aCallerWith = Effect.fnUntraced(function* (...kinds: ReadonlyArray<IssueKind>) {
  const { productKey: key, ...caller } = yield* aCaller
  const productId = caller.productId as S.ProductId
  const { data } = yield* (yield* Employers).create(
    productId,
    Schema.decodeSync(EmployerCreation)({
      abn: "51824753556",
      name: "Wattle Pty Ltd",
      remote_id: `employer-${++employers}`
    })
  )
  const ids = yield* Effect.forEach(kinds, (kind) => openedOne({ productId, employerId: data.id, kind }))
  const [id = "none"] = ids
  return { ...caller, key, productId, employerId: data.id, ids, id }
})

export const ISSUES = "/api/v1/employer-issue"

/** Resolves an issue as its partner does. */
export const resolve = (key: string, id: string, body?: unknown) =>
  send(key, "PUT", `${ISSUES}/${id}/resolve`, body === undefined ? {} : { body })
