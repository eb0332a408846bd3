import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { frameOf, refusal, stored, ok, aWorld, CONTACT, IDENTITY } from "../../test/embedTabs.ts"
import { eventsOf } from "../../test/TestEvents.ts"
import { products } from "../../test/TestFunds.ts"
import { openEmbed, request, TestHttp, anOpener } from "../../test/TestHttp.ts"
import { anEmployer } from "../../test/TestOnboarding.ts"

const ONBOARDING = "/embed-api/v1/onboarding"

/** A session of an employee, and frames of it that are at the first step. */
const aSession = Effect.gen(function* () {
  const { product, session } = yield* aWorld
  const id: string = session.id
  const frame = Effect.flatMap(openEmbed(product, `/api/v1/onboarding-session/${id}`, {}), (token) =>
    frameOf(token, ONBOARDING)
  )
  const fetched = Effect.map(request("GET", `/api/v1/onboarding-session/${id}`, { product }), (answer) => ({
    session: ok(answer),
    version: answer.headers.get("etag")?.split("-")[0]
  }))
  return { product, id, frame, fetched }
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
    ["contact", { address: { country: "Narnia" } }, "#/address/country unknown_property"],
    ["self_managed", { tfn: "123456782" }, "#/tfn unknown_property"],
    ["identity", { given_name: 7 }, "#/given_name wrong_type"],
    ["identity", { given_name: "Nia\u0000mh" }, "#/given_name invalid_format"],
    ["identity", { given_name: long, family_name: long }, "#/given_name too_long", "#/family_name too_long"],
    ["contact", { address: null }, "#/address wrong_type"],
    ["identity", {}, "# too_few"]
  ] as const)("of %s with %j is refused: %s", ([step, body, ...findings]) =>
    Effect.gen(function* () {
      const { id, frame } = yield* aSession
      const refused = yield* (yield* frame).send("PATCH", `drafts/${step}`, body)
      assert.deepStrictEqual(refusal(refused), [422, "validation_failed", ...findings])
      assert.notMatch(JSON.stringify(refused.body), /123456782|Narnia/)
      assert.lengthOf(yield* stored(id), 0)
    })
  )

  it.effect("of a step that can't be saved is refused", () =>
    Effect.gen(function* () {
      const { frame, id, product } = yield* aSession
      const { send, view } = yield* frame
      for (const step of ["contact", "self_managed"]) {
        const early = yield* send("PATCH", `drafts/${step}`, {
          [step === "contact" ? "email" : "fund_name"]: "n"
        })
        assert.deepStrictEqual(refusal(early), [409, "step_not_reached"])
      }
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
})

const INTENT = "/embed-api/v1/intent"

layer(TestHttp.layer, { excludeTestServices: true })("a draft of an intent", (it) => {
  /** A frame in which an employer starts an intent. */
  const aStart = Effect.gen(function* () {
    const { employerId, productId } = yield* anEmployer()
    const made = ok(
      yield* request("POST", `/api/v1/employers/${employerId}/generate-embed-url`, {
        product: productId,
        body: { app: "onboarding_intent", remote_id: "hire-0042" }
      }),
      201
    )
    const open = ok(
      yield* request("POST", "/embed-api/v1/embed-sessions", {
        body: { embed_url: made.embed_url, opener: anOpener() }
      }),
      201
    )
    const intents = Effect.map(
      request("GET", `/api/v1/onboarding-session-intent?employer_id=${employerId}`, {
        product: productId
      }),
      (answer) => ok(answer)
    )
    return { id: open.entity_id as string, intents, ...(yield* frameOf(open.token, INTENT)) }
  })

  it.effect("keeps what the step would refuse, also before there is an intent", () =>
    Effect.gen(function* () {
      const { id, intents, send, view } = yield* aStart
      assert.deepStrictEqual(yield* intents, [])
      const half = { given_name: "Niamh", email: "nia" }
      assert.strictEqual((yield* send("PUT", "person", half)).status, 422)
      ok(yield* send("PATCH", "drafts/person", half))
      ok(yield* send("PATCH", "drafts/job", { start_date: "2026-12-" }))
      assert.deepInclude(yield* view, {
        id,
        status: "in_progress",
        current_step: "person",
        person: {},
        drafts: { person: half, job: { start_date: "2026-12-" } }
      })
      const [intent, ...more] = yield* intents
      assert.deepStrictEqual(more, [])
      assert.deepInclude(intent, { id, remote_id: "hire-0042", status: "in_progress" })
      assert.isNull(intent.employee.given_name)
      assert.deepStrictEqual(yield* eventsOf(id), [])
    })
  )

  it.effect("is erased when its step is saved, and is refused once the intent is complete", () =>
    Effect.gen(function* () {
      const { id, send, view } = yield* aStart
      ok(yield* send("PATCH", "drafts/person", { email: "nia" }))
      ok(yield* send("PATCH", "drafts/job", { job_title: "Cab" }))
      ok(
        yield* send("PUT", "person", {
          given_name: "Niamh",
          family_name: "O'Connor",
          email: "niamh@example.com"
        })
      )
      assert.deepStrictEqual((yield* view).drafts, { job: { job_title: "Cab" } })
      ok(
        yield* send("PUT", "job", {
          start_date: "2026-12-01",
          pay_basis: "full_time",
          pay_frequency: "fortnightly"
        })
      )
      assert.notProperty(yield* view, "drafts")
      ok(yield* send("PATCH", "drafts/job", { job_title: "Cab" }))
      ok(yield* send("PUT", "requests", { workflow_slug: "standard_onboarding" }))
      ok(yield* send("POST", "confirmation", { confirmed: true }))
      assert.lengthOf(yield* stored(id), 0)
      for (const step of ["person", "job"]) {
        const late = yield* send("PATCH", `drafts/${step}`, {
          [step === "job" ? "job_title" : "email"]: "n"
        })
        assert.deepStrictEqual(refusal(late), [409, "intent_closed"])
      }
    })
  )
})
