import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { frameOf, refusal, stored, ok } from "../../test/embedTabs.ts"
import { eventsOf } from "../../test/TestEvents.ts"
import { anOpener, request, TestHttp } from "../../test/TestHttp.ts"
import { anEmployer } from "../../test/TestOnboarding.ts"

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

  it.effect("takes no field of another step, and no tax file number", () =>
    Effect.gen(function* () {
      const { intents, send } = yield* aStart
      for (const [step, field] of [
        ["person", "tfn"],
        ["person", "date_of_birth"],
        ["job", "email"]
      ] as const) {
        const refused = yield* send("PATCH", `drafts/${step}`, { [field]: "123456782" })
        assert.deepStrictEqual(refusal(refused), [422, "validation_failed", `#/${field} unknown_property`])
      }
      assert.deepStrictEqual(yield* intents, [])
    })
  )
})
