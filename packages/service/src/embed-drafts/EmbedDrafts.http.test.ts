import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { frameOf, refusal, stored, ok, aWorld, CONTACT, IDENTITY } from "../../test/embedTabs.ts"
import { eventsOf } from "../../test/TestEvents.ts"
import { products } from "../../test/TestFunds.ts"
import { openEmbed, request, requestUnseen, TestHttp } from "../../test/TestHttp.ts"

const ONBOARDING = "/embed-api/v1/onboarding"

/** A session of an employee, and frames of it that are at the first step. */
const aSession = Effect.gen(function* () {
  const { aTab, product, session } = yield* aWorld
  const id: string = session.id
  const { token: settings } = yield* aTab("super_settings")
  const frame = Effect.flatMap(openEmbed(product, `/api/v1/onboarding-session/${id}`, {}), (token) =>
    frameOf(token, ONBOARDING)
  )
  const fetched = Effect.map(request("GET", `/api/v1/onboarding-session/${id}`, { product }), (answer) => ({
    session: ok(answer),
    version: answer.headers.get("etag")?.split("-")[0]
  }))
  return { product, settings, id, frame, fetched }
})

/** A session whose identity and contact are saved, so that drafts of three steps are possible. */
const atChoice = Effect.gen(function* () {
  const session = yield* aSession
  const frame = yield* session.frame
  const { send } = frame
  const { super_disclaimer, tfn_notice } = yield* frame.view
  ok(yield* send("PUT", "identity", IDENTITY))
  ok(yield* send("PUT", "contact", CONTACT))
  ok(yield* send("PUT", "tax", { tfn: "123456782", notice_version: tfn_notice.version }))
  ok(yield* send("PUT", "super-disclaimer", { accepted_version: super_disclaimer.version }))
  return { ...session, ...frame }
})

layer(TestHttp.layer, { excludeTestServices: true })("a draft", (it) => {
  it.effect("is kept as it was typed, field by field, and is there after a reload", () =>
    Effect.gen(function* () {
      const { frame } = yield* aSession
      const { send } = yield* frame
      assert.notProperty(yield* (yield* frame).view, "drafts")
      const saved = ok(yield* send("PATCH", "drafts/identity", { given_name: "  Nia", title: "" }))
      assert.match(saved.saved_at, /^2\d{3}-.*Z$/)
      ok(yield* send("PATCH", "drafts/identity", { date_of_birth: "1994-2-", middle_name: "李4\t!" }))
      ok(yield* send("PATCH", "drafts/identity", { given_name: "Niamh", middle_name: null }))
      const reloaded = yield* (yield* frame).view
      assert.deepStrictEqual(reloaded.drafts, {
        identity: { given_name: "Niamh", title: "", date_of_birth: "1994-2-" }
      })
      assert.notProperty(reloaded.collected, "identity")
    })
  )

  it.effect("is merged into an address, and left out once its last field is removed", () =>
    Effect.gen(function* () {
      const { send, view } = yield* atChoice
      ok(yield* send("PATCH", "drafts/contact", { address: { locality: "Crai" } }))
      ok(yield* send("PATCH", "drafts/contact", { address: { postcode: "30" }, email: "niamh@" }))
      assert.deepStrictEqual((yield* view).drafts, {
        contact: { address: { locality: "Crai", postcode: "30" }, email: "niamh@" }
      })
      ok(
        yield* send("PATCH", "drafts/contact", {
          address: { locality: null, postcode: null },
          email: null
        })
      )
      assert.notProperty(yield* view, "drafts")
    })
  )

  it.effect("counts in the view's revision, which its answer has", () =>
    Effect.gen(function* () {
      const { frame } = yield* aSession
      const { send, view } = yield* frame
      const { revision: before } = yield* view
      const { revision } = ok(yield* send("PATCH", "drafts/identity", { given_name: "Nia" }))
      assert.notStrictEqual(revision, before)
      assert.strictEqual((yield* view).revision, revision)
      ok(yield* send("PATCH", "drafts/identity", { given_name: null }))
      assert.strictEqual((yield* view).revision, before)
    })
  )

  it.effect(
    "of a second window is refused with the new view, and joins the first when it is sent again",
    () =>
      Effect.gen(function* () {
        const { frame } = yield* aSession
        const [one, two] = [yield* frame, yield* frame]
        ok(yield* one.send("PATCH", "drafts/identity", { given_name: "Niamh", family_name: "O'Con" }))
        const refused = yield* two.send("PATCH", "drafts/identity", { family_name: "O'Connor" })
        assert.deepStrictEqual(refusal(refused), [412, "view_changed"])
        assert.deepStrictEqual(refused.body.view, yield* one.view)
        two.see(refused.body.view.revision)
        ok(yield* two.send("PATCH", "drafts/identity", { family_name: "O'Connor" }))
        assert.deepStrictEqual((yield* one.view).drafts.identity, {
          given_name: "Niamh",
          family_name: "O'Connor"
        })
      })
  )

  it.effect("of a window that closes is kept whatever the other window did; a save isn't", () =>
    Effect.gen(function* () {
      const { frame } = yield* aSession
      const [one, two] = [yield* frame, yield* frame]
      ok(yield* one.send("PATCH", "drafts/identity", { given_name: "Niamh", family_name: "O'Con" }))
      ok(yield* two.send("PATCH", "drafts/identity", { family_name: "O'Connor" }, "*"))
      assert.deepStrictEqual((yield* one.view).drafts.identity, {
        given_name: "Niamh",
        family_name: "O'Connor"
      })
      const early = yield* two.send("PATCH", "drafts/contact", { email: "n" }, "*")
      assert.deepStrictEqual(refusal(early), [409, "step_not_reached"])
      const save = yield* two.send("PUT", "identity", IDENTITY, "*")
      assert.deepStrictEqual(refusal(save), [422, "validation_failed", "#/If-Match invalid_format"])
    })
  )

  const long = "x".repeat(1001)
  it.effect.each([
    ["identity", { tfn: "123456782" }, "#/tfn unknown_property"],
    ["identity", { code: "402917" }, "#/code unknown_property"],
    ["identity", { email: "niamh@example.com" }, "#/email unknown_property"],
    ["contact", { address: { country: "Narnia" } }, "#/address/country unknown_property"],
    ["self_managed", { tfn: "123456782" }, "#/tfn unknown_property"],
    ["identity", { given_name: 7 }, "#/given_name wrong_type"],
    ["identity", { given_name: "Nia\u0000mh" }, "#/given_name invalid_format"],
    ["identity", { given_name: "Nia\u202emh" }, "#/given_name invalid_format"],
    ["identity", { given_name: long, family_name: long }, "#/given_name too_long", "#/family_name too_long"],
    ["contact", { address: null }, "#/address wrong_type"],
    ["identity", {}, "# too_few"]
  ] as const)("of %s with %j is refused: %s", ([step, body, ...findings]) =>
    Effect.gen(function* () {
      const { id, frame } = yield* aSession
      const refused = yield* (yield* frame).send("PATCH", `drafts/${step}`, body)
      assert.deepStrictEqual(refusal(refused), [422, "validation_failed", ...findings])
      for (const value of ["123456782", "402917", "niamh@", "Narnia"]) {
        assert.notInclude(JSON.stringify(refused.body), value)
      }
      assert.lengthOf(yield* stored(id), 0)
    })
  )

  it.effect("of a step that can't be saved is refused, and so is one of another embed", () =>
    Effect.gen(function* () {
      const { frame, id, product, settings } = yield* aSession
      const { send, view } = yield* frame
      for (const step of ["contact", "self_managed"]) {
        const early = yield* send("PATCH", `drafts/${step}`, {
          [step === "contact" ? "email" : "fund_name"]: "n"
        })
        assert.deepStrictEqual(refusal(early), [409, "step_not_reached"])
      }
      for (const step of ["tax", "phone-verification"]) {
        const none = yield* send("PATCH", `drafts/${step}`, { tfn: "123456782" })
        assert.strictEqual(none.status, 404)
      }
      const foreign = yield* request("PATCH", `${ONBOARDING}/drafts/identity`, {
        token: settings,
        body: { given_name: "Nia" },
        headers: { "if-match": `"1"` }
      })
      assert.strictEqual(foreign.status, 403)
      yield* request("DELETE", `/api/v1/onboarding-session/${id}`, { product })
      const { revision } = yield* view
      const late = yield* send("PATCH", "drafts/identity", { given_name: "Nia" }, revision)
      assert.deepStrictEqual(refusal(late), [409, "onboarding_closed"])
      assert.lengthOf(yield* stored(id), 0)
    })
  )

  it.effect("is erased when its step is saved; those of other steps stay until the review is confirmed", () =>
    Effect.gen(function* () {
      const { id, send, token, view } = yield* atChoice
      const drafts = Effect.map(view, (shown) => shown.drafts)
      ok(yield* send("PATCH", "drafts/identity", { given_name: "Nia" }))
      ok(yield* send("PATCH", "drafts/contact", { email: "niamh@" }))
      ok(yield* send("PATCH", "drafts/self_managed", { fund_abn: "53 004" }))
      ok(yield* send("PUT", "identity", IDENTITY))
      assert.deepStrictEqual(yield* drafts, {
        contact: { email: "niamh@" },
        self_managed: { fund_abn: "53 004" }
      })
      const choices = ok(yield* request("GET", `${ONBOARDING}/fund-choices`, { token }))
      ok(
        yield* send("PUT", "super-selection", {
          source: "join_new",
          display_id: choices.display_id,
          fund_product_id: products.acacia.id,
          consent_version: choices.join.consent.version
        })
      )
      assert.deepStrictEqual(yield* drafts, { contact: { email: "niamh@" } })
      ok(yield* send("POST", "confirmation", { confirmed: true }))
      assert.isUndefined(yield* drafts)
      assert.lengthOf(yield* stored(id), 0)
    })
  )

  it.effect("outlives a save that is refused", () =>
    Effect.gen(function* () {
      const { frame } = yield* aSession
      const { send, view } = yield* frame
      ok(yield* send("PATCH", "drafts/identity", { family_name: "O'Con", date_of_birth: "1994" }))
      const refused = yield* send("PUT", "identity", { ...IDENTITY, date_of_birth: "1994-02-31" })
      assert.strictEqual(refused.status, 422)
      assert.deepStrictEqual((yield* view).drafts, {
        identity: { family_name: "O'Con", date_of_birth: "1994" }
      })
    })
  )

  it.effect("is the employee's activity, but no progress, and the partner sees nothing of it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { fetched, frame, id } = yield* aSession
      const { send } = yield* frame
      const before = yield* fetched
      const events = yield* eventsOf(id)
      yield* sql`UPDATE onboarding_sessions SET last_activity_at = '2026-01-01T00:00:00Z' WHERE id = ${id}`
      ok(yield* send("PATCH", "drafts/identity", { given_name: "Quillfeather" }))
      const after = yield* fetched
      assert.strictEqual(after.version, before.version)
      assert.deepStrictEqual(after.session.modules, before.session.modules)
      assert.strictEqual(
        after.session.progression.completion_percentage,
        before.session.progression.completion_percentage
      )
      assert.notInclude(JSON.stringify(after.session), "Quillfeather")
      assert.deepStrictEqual(yield* eventsOf(id), events)
      const [{ moved } = { moved: false }] = yield* sql<{ moved: boolean }>`
        SELECT last_activity_at > '2026-01-01T00:00:00Z' AS moved FROM onboarding_sessions WHERE id = ${id}`
      assert.isTrue(moved)
    })
  )

  it.effect("is sealed in its row: not readable there, and nowhere else", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const one = yield* aSession
      const frame = yield* one.frame
      ok(yield* frame.send("PATCH", "drafts/identity", { given_name: "Quillfeather" }))
      const [row, ...more] = yield* stored(one.id)
      assert.deepStrictEqual(more, [])
      assert.notInclude(Buffer.from(row?.typed ?? []).toString("latin1"), "Quillfeather")
      const other = yield* aSession
      const otherFrame = yield* other.frame
      yield* sql`INSERT INTO embed_drafts SELECT ${other.id}, ${other.product}, typed, saved_at FROM embed_drafts
        WHERE entity_id = ${one.id}`
      const opened = yield* requestUnseen("GET", ONBOARDING, { token: otherFrame.token })
      assert.strictEqual(opened.status, 500)
      assert.notInclude(JSON.stringify(opened.body), "Quillfeather")
    })
  )
})
