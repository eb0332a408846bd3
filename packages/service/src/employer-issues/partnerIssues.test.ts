import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as References from "effect/References"
import * as SqlClient from "effect/sql/SqlClient"
import { eventsOf, eventNames } from "../../test/TestEvents.ts"
import {
  aCallerWith,
  ISSUES,
  resolve,
  TestIssueApi,
  issueWebhooks,
  issuesOf,
  resolved
} from "../../test/TestIssues.ts"
import { send } from "../../test/TestPartnerHttp.ts"
import { newId } from "../platform/ids/newId.ts"
import { EmployerIssues } from "./EmployerIssues.ts"

const expireAll = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE employer_issues SET expires_at = opened_at WHERE status = 'open'`
  return yield* (yield* EmployerIssues).expireOverdue
})

layer(TestIssueApi.layer, { excludeTestServices: true })("employer issues over the partner API", (it) => {
  it.effect(
    "an issue is fetched with its kind and recommended_actions, and holds nothing personal [R-2.2-1, R-2.2-3, R-2.2-4, R-4.1-4, R-4.1-5, R-6-20]",
    () =>
      Effect.gen(function* () {
        const { employerId, id, key } = yield* aCallerWith("default_fund_closed")
        const { body, headers, status } = yield* send(key, "GET", `${ISSUES}/${id}`)
        assert.strictEqual(status, 200)
        assert.match(String(headers["etag"]), /^"1-/)
        const { opened_at, expires_at, inserted_at, updated_at, ...issue } = body.data
        assert.deepStrictEqual(issue, {
          id,
          remote_id: id,
          employer_id: employerId,
          employee_id: null,
          onboarding_session_id: null,
          kind: "default_fund_closed",
          status: "open",
          title: "The default fund can no longer be used for new employees.",
          reason: null,
          refused_fields: [],
          recommended_actions: [
            {
              action: "set_default_fund",
              label: "Choose a default fund that takes new members.",
              url: null
            }
          ],
          resolved_at: null,
          resolved_by: null
        })
        assert.deepStrictEqual([inserted_at, updated_at], [opened_at, opened_at])
        assert.strictEqual(Date.parse(expires_at) - Date.parse(opened_at), 90 * 24 * 60 * 60 * 1000)
      })
  )

  it.effect("issues are listed newest first, page by page, by employer, status and kind", () =>
    Effect.gen(function* () {
      const { employerId, ids, key } = yield* aCallerWith("default_fund_closed", "employer_abn_invalid")
      const list = (query: string) => Effect.map(send(key, "GET", `${ISSUES}?${query}`), ({ body }) => body)
      const idsOf = (query: string) =>
        Effect.map(list(query), ({ data }) => data.map((issue: { id: string }) => issue.id))
      const [older, newer] = ids
      assert.deepStrictEqual(yield* idsOf(""), [newer, older])
      const first = yield* list("limit=1")
      assert.deepStrictEqual(yield* idsOf(`limit=1&after=${first.pagination.next_cursor}`), [older])
      assert.deepStrictEqual(yield* idsOf("kind=default_fund_closed"), [older])
      assert.deepStrictEqual(yield* idsOf("kind=a_kind_of_tomorrow"), [])
      yield* resolved({ employerId, kinds: ["default_fund_closed"] })
      assert.deepStrictEqual(yield* idsOf("status=open"), [newer])
      assert.deepStrictEqual(yield* idsOf(`status=resolved&employer_id=${employerId}`), [older])
      assert.deepStrictEqual(yield* idsOf(`employer_id=${yield* newId}`), [])
    })
  )

  it.effect(
    "the partner resolves an open issue, and no webhook is sent, also if they are enabled [R-1-13, R-3-5, R-3-6, R-4.1-6, R-6-25]",
    () =>
      Effect.gen(function* () {
        const { id, key, productId } = yield* aCallerWith("default_fund_closed")
        yield* issueWebhooks(productId, true)
        const { body, headers, status } = yield* resolve(key, id)
        assert.strictEqual(status, 200)
        assert.deepInclude(body.data, {
          id,
          status: "resolved",
          resolved_by: "partner",
          recommended_actions: []
        })
        assert.match(String(headers["etag"]), /^"2-/)
        assert.deepStrictEqual(yield* eventNames(id), ["employer_issue_created"])
      })
  )

  it.effect("an expired issue can't be resolved: 409 issue_expired, and expiry sends no webhook", () =>
    Effect.gen(function* () {
      const { id, key } = yield* aCallerWith("default_fund_closed")
      yield* expireAll
      const { body, status } = yield* resolve(key, id, {})
      assert.strictEqual(status, 409)
      assert.strictEqual(body.code, "issue_expired")
      const read = yield* send(key, "GET", `${ISSUES}/${id}`)
      assert.deepInclude(read.body.data, { status: "expired", resolved_at: null, resolved_by: null })
      assert.match(String(read.headers["etag"]), /^"2-/)
      assert.lengthOf(yield* eventsOf(id), 1)
    })
  )

  it.effect("a note is kept sealed, and no answer shows it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { id, key } = yield* aCallerWith("default_fund_closed")
      const { status, text } = yield* resolve(key, id, { note: "Spoke to Niamh." })
      assert.strictEqual(status, 200)
      assert.notInclude(text, "Niamh")
      const [row] = yield* sql<{ note: Uint8Array }>`SELECT note FROM employer_issues WHERE id = ${id}`
      assert.isAbove(row?.note.length ?? 0, 0)
      assert.notInclude(Buffer.from(row?.note ?? []).toString("latin1"), "Niamh")
      const tooLong = yield* resolve(key, id, { note: "n".repeat(501) })
      assert.strictEqual(tooLong.status, 422)
    })
  )

  it.effect("one issue that can't be expired keeps no other from its end", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const poisoned = yield* aCallerWith("default_fund_closed")
      const { employerId } = yield* aCallerWith("default_fund_closed", "employer_abn_invalid")
      yield* sql`CREATE FUNCTION poison() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'poisoned'; END $$`
      yield* sql`CREATE TRIGGER poison BEFORE UPDATE ON employer_issues FOR EACH ROW
        WHEN (NEW.status = 'expired' AND OLD.id = '${sql.literal(poisoned.id)}') EXECUTE FUNCTION poison()`
      const quietly = Effect.provideService(expireAll, References.MinimumLogLevel, "None")
      assert.isAtLeast(yield* quietly, 2)
      assert.deepStrictEqual(
        (yield* issuesOf(employerId)).map(({ status }) => status),
        ["expired", "expired"]
      )
      assert.strictEqual((yield* issuesOf(poisoned.employerId))[0]?.status, "open")
    })
  )
})
