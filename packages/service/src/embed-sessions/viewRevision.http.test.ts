import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { readFileSync } from "node:fs"
import { apps, aWorld, ok, PERSON, VIEWS } from "../../test/embedTabs.ts"
import { requestUnseen, TestHttp, request } from "../../test/TestHttp.ts"

// The bundled document, read without the service's own types.
// oxlint-disable-next-line typescript/no-explicit-any
const document: any = JSON.parse(
  readFileSync(new URL("../../../contracts/bundled/embed-api.json", import.meta.url), "utf8")
)

const resolved = (value: any) =>
  value?.$ref === undefined
    ? value
    : value.$ref
        .slice(2)
        .split("/")
        .reduce((inner: any, key: string) => inner[key.replaceAll("~1", "/")], document)

interface Change {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly app: S.EmbedApp
  readonly takesIfMatch: boolean
  readonly statuses: ReadonlyArray<string>
  readonly body: unknown
}

const APPS: Readonly<Record<string, S.EmbedApp>> = {
  "employer-embed": "super_settings",
  "employee-embed": "onboarding",
  "intent-embed": "intent"
}

/** Every operation by which a frame changes a view, with an example body from the specs. */
const changes: ReadonlyArray<Change> = Object.entries<any>(document.paths).flatMap(([path, item]) =>
  Object.entries<any>(item)
    .filter(([method]) => ["put", "post", "patch", "delete"].includes(method))
    .filter(
      ([, { operationId, tags }]) => tags[0] !== "embed-sessions" && operationId !== "recordShownChoices"
    )
    .map(([method, operation]): Change => {
      const [example] = Object.values<any>(
        operation.requestBody?.content["application/json"].examples ?? {}
      ).map(resolved)
      return {
        id: operation.operationId,
        method: method.toUpperCase(),
        path: path.replace("{match_id}", "01a1fb67-1800-7000-8000-0000000000c1"),
        app: APPS[operation.tags[0]] ?? assert.fail(`${operation.operationId} is of no embed`),
        takesIfMatch: operation.parameters.some((one: any) => resolved(one).name === "If-Match"),
        statuses: Object.keys(operation.responses),
        body: example?.value
      }
    })
)

/** The content of every table, except the rows that every call writes. */
const everything = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{
    name: string
  }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'
    AND tablename NOT IN ('embed_sessions', 'rate_limits', 'match_lookups') ORDER BY tablename`
  return yield* Effect.forEach(
    tables,
    ({ name }) =>
      sql`SELECT ${name} AS name, count(*)::int, md5(string_agg(t::text, ',' ORDER BY t::text)) AS digest FROM ${sql(name)} t`
  )
})

layer(TestHttp.layer, { excludeTestServices: true })("every change of an embed", (it) => {
  it("names the revision that the person saw, in the specs", () => {
    assert.lengthOf(changes, 26)
    for (const { id, statuses, takesIfMatch } of changes) {
      assert.isTrue(takesIfMatch, id)
      assert.includeMembers([...statuses], ["412", "428"], id)
    }
  })

  it.effect.each(apps)(
    "without If-Match 428, with that of a stale view 412 and the view as it is; nothing is written: %s",
    (app) =>
      Effect.gen(function* () {
        const { aTab } = yield* aWorld
        const stale = yield* aTab(app)
        const other = yield* aTab(app)
        ok(yield* other.save())
        const now = yield* other.view
        assert.notStrictEqual(now.revision, stale.revision)
        const before = yield* everything
        const own = changes.filter((change) => change.app === app)
        assert.isNotEmpty(own)
        for (const { body, id, method, path } of own) {
          const without = yield* requestUnseen(method, path, { token: stale.token, body })
          assert.deepStrictEqual([without.status, without.body.code], [428, "precondition_required"], id)
          const refused = yield* stale.send(method, path, body)
          assert.deepStrictEqual([refused.status, refused.body.code], [412, "view_changed"], id)
          assert.deepStrictEqual(refused.body.view, now, id)
          assert.deepStrictEqual(yield* everything, before, id)
        }
      })
  )
})

layer(TestHttp.layer, { excludeTestServices: true })("of two tabs of one embed", (it) => {
  it.effect.each(apps)("that save at the same moment, one is refused: %s", (app) =>
    Effect.gen(function* () {
      const { aTab } = yield* aWorld
      const tabs = [yield* aTab(app), yield* aTab(app), yield* aTab(app)]
      const answers = yield* Effect.all(
        tabs.map(({ save }) => save()),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(answers.map(({ status }) => status).toSorted(), [200, 412, 412])
    })
  )
})

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
