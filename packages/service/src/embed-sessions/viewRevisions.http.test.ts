import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { apps, aWorld, ok, PERSON, VIEWS } from "../../test/embedTabs.ts"
import { request, requestUnseen, TestHttp } from "../../test/TestHttp.ts"

layer(TestHttp.layer, { excludeTestServices: true })("a view's revision", (it) => {
  /** Whether an effect changes the revision that a tab sees. */
  const changedBy = Effect.fnUntraced(function* <E, R>(
    tab: { readonly view: Effect.Effect<any, any, any> },
    something: Effect.Effect<unknown, E, R>
  ) {
    const { revision } = yield* tab.view
    yield* something
    return (yield* tab.view).revision !== revision
  })

  it.effect("is another one after a change by the partner, whichever embed shows it", () =>
    Effect.gen(function* () {
      const { aTab, employer, product } = yield* aWorld
      const tabs = [yield* aTab("super_settings"), yield* aTab("onboarding"), yield* aTab("intent")]
      for (const tab of tabs) {
        const path = `/api/v1/employers/${employer.id}`
        const rename = Effect.gen(function* () {
          const name = `Wattle ${tab.token.slice(0, 6)} Pty Ltd`
          ok(yield* request("PATCH", path, { product, headers: { "if-match": "*" }, body: { name } }))
        })
        assert.isTrue(yield* changedBy(tab, rename))
      }
    })
  )

  it.effect(
    "is another one after a change by the system: the fund closes, the session moves on or ends",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { aTab, employer, product, session } = yield* aWorld
        const intent = yield* aTab("intent")
        const closed = sql`UPDATE employer_default_funds SET closed_at = now() WHERE employer_id = ${employer.id}`
        assert.isTrue(yield* changedBy(intent, closed))
        const settings = yield* aTab("super_settings")
        const opened = sql`UPDATE employer_default_funds SET closed_at = NULL WHERE employer_id = ${employer.id}`
        assert.isTrue(yield* changedBy(settings, opened))
        const onboarding = yield* aTab("onboarding")
        const advance = request("POST", `/api/v1/sandbox/onboarding-sessions/${session.id}/advance`, {
          product,
          body: { to: "collect_tax" }
        })
        assert.isTrue(yield* changedBy(onboarding, advance))
        const cancel = request("DELETE", `/api/v1/onboarding-session/${session.id}`, { product })
        assert.isTrue(yield* changedBy(onboarding, cancel))
      })
  )

  it.effect(
    "is another one after another tax file number, although the view shows the same three digits",
    () =>
      Effect.gen(function* () {
        const { aTab, product, session } = yield* aWorld
        yield* request("POST", `/api/v1/sandbox/onboarding-sessions/${session.id}/advance`, {
          product,
          body: { to: "collect_tax" }
        })
        const tab = yield* aTab("onboarding")
        const { tfn_notice } = yield* tab.view
        const masked = Effect.map(tab.view, ({ collected }) => collected.tax?.tfn_masked)
        const save = (tfn: string) =>
          Effect.map(
            request("PUT", `${VIEWS.onboarding}/tax`, {
              token: tab.token,
              body: { tfn, notice_version: tfn_notice.version }
            }),
            (answer) => ok(answer)
          )
        yield* save("123456782")
        assert.strictEqual(yield* masked, "*** *** 782")
        assert.isTrue(yield* changedBy(tab, save("876544782")))
        assert.strictEqual(yield* masked, "*** *** 782")
      })
  )

  it.effect(
    "stays when nothing is shown that wasn't before: a look, a search, a webhook that was accepted",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { aTab, employer, product } = yield* aWorld
        for (const app of apps) {
          const tab = yield* aTab(app)
          const look = requestUnseen("GET", "/embed-api/v1/fund-products", { token: tab.token })
          assert.isFalse(yield* changedBy(tab, look), app)
        }
        const settings = yield* aTab("super_settings")
        const { is_committed } = yield* settings.view
        assert.isFalse(is_committed)
        const accepted = sql`
        WITH endpoint AS (INSERT INTO webhook_endpoints (id, product_id, url, inserted_at, updated_at)
          VALUES (gen_random_uuid(), ${product}, 'https://payroll.example.com/webhooks', now(), now()) RETURNING id)
        INSERT INTO webhook_deliveries (id, endpoint_id, product_id, subject, event, entity_id, seq, replaceable,
          state, due_at, delivered_at, inserted_at)
        SELECT e.id, endpoint.id, e.product_id, e.subject, e.event, e.entity_id, e.seq, false, 'delivered', NULL, now(), now()
          FROM events e, endpoint WHERE e.entity_id = ${employer.id}`
        assert.isFalse(yield* changedBy(settings, accepted))
        assert.isTrue((yield* settings.view).is_committed)
      })
  )

  it.effect("is a whole number, and no other form of it is taken", () =>
    Effect.gen(function* () {
      const { aTab } = yield* aWorld
      const tab = yield* aTab("intent")
      assert.isTrue(Number.isSafeInteger(tab.revision))
      for (const tag of ["*", String(tab.revision), `W/"${tab.revision}"`, `"${tab.revision}-0"`]) {
        const answer = yield* requestUnseen("PUT", `${VIEWS.intent}/person`, {
          token: tab.token,
          body: PERSON,
          headers: { "if-match": tag }
        })
        assert.include([400, 422], answer.status, tag)
      }
      assert.notProperty((yield* tab.view).person, "email")
    })
  )
})
