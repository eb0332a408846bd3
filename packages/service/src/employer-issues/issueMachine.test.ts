import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import * as SqlClient from "effect/sql/SqlClient"
import { at } from "../../test/at.ts"
import { explore, type Machine } from "../../test/machines/explore.ts"
import { aCallerWith, TestIssueApi, issueWebhooks, opened, resolved } from "../../test/TestIssues.ts"
import { WebhookEndpoints } from "../webhooks/endpoints/WebhookEndpoints.ts"
import { EmployerIssues } from "./EmployerIssues.ts"
import { ISSUE_TRANSITIONS, type IssueTransition } from "./issueStates.ts"
import { partnerIssues } from "./partnerIssues.ts"

const START = Date.parse("2026-11-21T00:00:00Z")
const NINETY_DAYS = 90 * 86_400_000

interface Issue {
  readonly status: S.EmployerIssueStatus
  readonly resolved_by: "system" | "partner" | null
}

/** One problem of an employer: its issues, oldest first, and the events recorded for them. */
interface Model {
  readonly issues: ReadonlyArray<Issue>
  /** Whether ninety days have passed since the newest was opened. */
  readonly overdue: boolean
  readonly enabled: boolean
  /** Every event, including those without a webhook. */
  readonly recorded: ReadonlyArray<string>
}

const NOTHING: Model = { issues: [], overdue: false, enabled: false, recorded: [] }

const OPERATIONS = ["open", "resolveAutomatically", "resolveAsPartner", "sweep", "enable", "disable"] as const
type Operation = (typeof OPERATIONS)[number] | "pass90Days"

/** One sequence for each end that an issue has, with webhooks; and its recurrence. */
const EACH_ROW: ReadonlyArray<ReadonlyArray<Operation>> = [
  ["enable", "open", "open", "resolveAutomatically", "resolveAutomatically", "open"],
  ["enable", "open", "resolveAsPartner", "resolveAutomatically", "resolveAsPartner", "open"],
  ["enable", "open", "sweep", "pass90Days", "sweep", "resolveAsPartner", "resolveAutomatically", "open"]
]

/** R-3-1 to R-3-6 and the expiry, written by hand: the service's own table can't verify itself. */
const SECTION_3: Readonly<
  Record<
    IssueTransition,
    {
      readonly from: Issue["status"] | null
      readonly to: Issue["status"]
      readonly resolvedBy: Issue["resolved_by"]
      readonly webhook: string | null
    }
  >
> = {
  opened: { from: null, to: "open", resolvedBy: null, webhook: "employer_issue_created" },
  resolved_automatically: {
    from: "open",
    to: "resolved",
    resolvedBy: "system",
    webhook: "employer_issue_resolved"
  },
  resolved_by_partner: { from: "open", to: "resolved", resolvedBy: "partner", webhook: null },
  expired: { from: "open", to: "expired", resolvedBy: null, webhook: null }
}

/** The newest issue after a transition, according to section 3; undefined if it has no such row. */
const moved = (model: Model, transition: IssueTransition) => {
  const { from, resolvedBy, to, webhook } = SECTION_3[transition]
  const newest = model.issues.at(-1)
  const issue: Issue = { status: to, resolved_by: resolvedBy }
  if (from === null ? newest?.status === to : newest?.status !== from) return undefined
  return {
    model: {
      ...model,
      issues: from === null ? [...model.issues, issue] : [...model.issues.slice(0, -1), issue],
      overdue: from === null ? false : model.overdue,
      recorded: webhook === null ? model.recorded : [...model.recorded, webhook]
    },
    sends: webhook !== null && model.enabled ? [webhook] : []
  }
}

const expected = (model: Model, operation: Operation) => {
  const unchanged = { model, sends: [] }
  switch (operation) {
    case "open":
      return moved(model, "opened")
    case "resolveAutomatically":
      return moved(model, "resolved_automatically")
    case "resolveAsPartner":
      return model.issues.at(-1)?.status === "resolved" ? unchanged : moved(model, "resolved_by_partner")
    case "sweep":
      return (model.overdue ? moved(model, "expired") : undefined) ?? unchanged
    case "enable":
    case "disable":
      return { model: { ...model, enabled: operation === "enable" }, sends: [] }
    case "pass90Days":
      return { model: { ...model, overdue: model.issues.length > 0 }, sends: [] }
  }
}

const machine = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const issues = yield* EmployerIssues
  const partner = yield* partnerIssues
  const endpoints = yield* WebhookEndpoints

  const start = Effect.gen(function* () {
    const { employerId, productId } = yield* aCallerWith()
    yield* endpoints.set({ productId, url: "http://127.0.0.1:9/hooks" })
    return { subject: { employerId, productId, moment: yield* Ref.make(START) }, model: NOTHING }
  }).pipe(Effect.orDie)
  type Subject = Effect.Success<typeof start>["subject"]

  const kind = "employer_abn_invalid" as const

  /** Oldest first, as the partner sees them. */
  const listed = ({ productId }: Subject) =>
    Effect.map(
      partner.list(productId, {
        after: undefined,
        limit: 100,
        employer_id: undefined,
        status: undefined,
        kind: undefined
      }),
      ({ items }) => items.toReversed()
    )

  const runOperation = Effect.fnUntraced(function* (subject: Subject, operation: Operation) {
    const { employerId, moment, productId } = subject
    switch (operation) {
      case "open":
        return (yield* opened({ productId, employerId, kind })).length === 1
      case "resolveAutomatically":
        return (yield* resolved({ employerId, kinds: [kind] })).length === 1
      case "resolveAsPartner": {
        const newest = (yield* listed(subject)).at(-1)
        if (newest === undefined) return false
        return yield* partner
          .resolve(productId, newest.id, undefined)
          .pipe(Effect.match({ onSuccess: () => true, onFailure: () => false }))
      }
      case "sweep":
        yield* issues.expireOverdue
        return true
      case "enable":
      case "disable":
        yield* issueWebhooks(productId, operation === "enable")
        return true
      case "pass90Days":
        yield* Ref.update(moment, (before) => before + NINETY_DAYS)
        return true
    }
  }, Effect.orDie)

  return {
    start,
    operations: OPERATIONS,
    alone: ["pass90Days"],
    expected,
    perform: (subject, operation) =>
      Effect.flatMap(Ref.get(subject.moment), (moment) =>
        runOperation(subject, operation).pipe(at(new Date(moment).toISOString()))
      ),
    visible: ({ enabled, issues, recorded }) => ({ enabled, issues, recorded }),
    observe: (subject) =>
      Effect.gen(function* () {
        const stored = yield* listed(subject)
        const named = sql<{
          event: string
          sent: boolean
        }>`SELECT e.event, d.id IS NOT NULL AS sent FROM events e
          LEFT JOIN webhook_deliveries d ON d.id = e.id
          WHERE e.product_id = ${subject.productId} AND e.subject = 'employer_issue' ORDER BY e.id`
        const events = yield* named
        const [product] = yield* sql<{ enabled: boolean }>`SELECT employer_issue_webhooks_enabled AS enabled
          FROM partners r JOIN products p ON p.partner_id = r.id WHERE p.id = ${subject.productId}`
        return {
          visible: {
            enabled: product?.enabled,
            issues: stored.map(({ status, resolved_by }) => ({ status, resolved_by })),
            recorded: events.map(({ event }) => event)
          },
          sent: events.filter(({ sent }) => sent).map(({ event }) => event)
        }
      }).pipe(Effect.orDie)
  } satisfies Machine<Model, Operation, Subject, Layer.Success<typeof TestIssueApi.layer>>
})

layer(TestIssueApi.layer, { excludeTestServices: true })("the machine of employer issues", (it) => {
  it("its table is section 3, and expiry [R-3-1, R-3-2, R-3-3, R-3-4, R-3-5, R-3-6]", () => {
    assert.deepStrictEqual<unknown>(ISSUE_TRANSITIONS, SECTION_3)
  })

  it.effect(
    "whatever happens, in any order and at once, every issue follows section 3, and the webhooks are those of section 3 [R-3-1, R-3-2, R-3-3, R-3-4, R-3-5, R-3-6, R-2.1-17, R-5-10]",
    () => Effect.flatMap(machine, (real) => explore(real, { runs: 30, length: 12, always: EACH_ROW }))
  )
})
