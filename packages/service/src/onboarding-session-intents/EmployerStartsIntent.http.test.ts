import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { eventsOf } from "../../test/TestEvents.ts"
import { type Answer, anOpener, request, requestUnseen, TestHttp } from "../../test/TestHttp.ts"
import { anEmployer, type Employer } from "../../test/TestOnboarding.ts"
import { ok, PERSON } from "../../test/embedTabs.ts"

const VIEW = "/embed-api/v1/intent"
const JOB = { start_date: "2026-12-01", pay_basis: "full_time", pay_frequency: "fortnightly" }
const REQUESTS = { workflow_slug: "standard_onboarding" }

const refusal = ({ body, status }: Answer) => [status, body.code]

/** Requests the URL of an embed in which the employer starts an intent. */
const askForUrl = ({ employerId, productId }: Employer, body: object = {}) =>
  request("POST", `/api/v1/employers/${employerId}/generate-embed-url`, {
    product: productId,
    body: { app: "onboarding_intent", ...body }
  })

/** Opens a URL as a frame, which keeps the revision of the view that it saw when it opened. */
const openFrame = Effect.fnUntraced(function* (embed_url: string, opener = anOpener()) {
  const session = ok(
    yield* request("POST", "/embed-api/v1/embed-sessions", { body: { embed_url, opener } }),
    201
  )
  const { token } = session
  const view = Effect.map(requestUnseen("GET", VIEW, { token }), (answer) => ok(answer))
  const { revision } = yield* view
  const save = (step: string, body: object, seen: number = revision) =>
    requestUnseen("PUT", `${VIEW}/${step}`, { token, body, headers: { "if-match": `"${seen}"` } })
  return { session, token, view, revision: revision as number, save }
})

/** A frame in which the employer starts an intent. */
const start = Effect.fnUntraced(function* (employer: Employer, body: object = {}) {
  const { embed_url } = ok(yield* askForUrl(employer, body), 201)
  return { embed_url: embed_url as string, ...(yield* openFrame(embed_url)) }
})

/** The employer's intents, newest first, as in the partner's list. */
const intentsOf = ({ employerId, productId }: Employer) =>
  Effect.map(
    request("GET", `/api/v1/onboarding-session-intent?employer_id=${employerId}`, { product: productId }),
    (answer): ReadonlyArray<S.OnboardingSessionIntent> => ok(answer)
  )

layer(TestHttp.layer, { excludeTestServices: true })("an employer starts an intent", (it) => {
  it.effect("in the embed of its own URL: opening creates nothing, the first save creates it [R-1-9]", () =>
    Effect.gen(function* () {
      const employer = yield* anEmployer()
      const frame = yield* start(employer, { remote_id: "hire-0042" })
      assert.deepInclude(frame.session, { app: "intent" })
      const before = yield* frame.view
      assert.deepInclude(before, {
        id: frame.session.entity_id,
        status: "draft",
        current_step: "person",
        person: {},
        remote_id_is_fixed: false
      })
      assert.deepStrictEqual(yield* intentsOf(employer), [])

      const saved = ok(yield* frame.save("person", PERSON))
      assert.deepInclude(saved, { id: before.id, status: "in_progress", current_step: "job", person: PERSON })
      const [intent, ...more] = yield* intentsOf(employer)
      assert.deepStrictEqual(more, [])
      assert.deepInclude(intent, { id: before.id, remote_id: "hire-0042", status: "in_progress" } as object)
      assert.deepInclude(intent?.employer, { id: employer.employerId })
      const lifetime = Date.parse(intent?.expires_at ?? "") - Date.parse(intent?.inserted_at ?? "")
      assert.strictEqual(lifetime, 30 * 24 * 3_600_000)
      assert.deepStrictEqual(yield* eventsOf(before.id), [])
    })
  )

  it.effect(
    "and goes on with it after a reload of the host's page: the same frame, another URL [R-1-9]",
    () =>
      Effect.gen(function* () {
        const employer = yield* anEmployer()
        const opener = anOpener()
        const reloaded = Effect.fnUntraced(function* (body: object = {}, by = opener) {
          const { embed_url } = ok(yield* askForUrl(employer, body), 201)
          return yield* openFrame(embed_url, by)
        })
        const untouched = yield* reloaded()
        const frame = yield* reloaded()
        assert.notStrictEqual(frame.session.entity_id, untouched.session.entity_id)
        const draft = { token: frame.token, body: { family_name: "O'Con" } }
        ok(yield* request("PATCH", `${VIEW}/drafts/person`, draft))

        const after = yield* reloaded()
        assert.strictEqual(after.session.entity_id, frame.session.entity_id)
        assert.deepStrictEqual((yield* after.view).drafts, { person: { family_name: "O'Con" } })
        for (const other of [
          yield* reloaded({ remote_id: "hire-0042" }),
          yield* reloaded({ session_id: "another-user" }),
          yield* reloaded({}, anOpener())
        ]) {
          assert.notStrictEqual(other.session.entity_id, frame.session.entity_id)
          assert.notProperty(yield* other.view, "drafts")
        }
        const save = (step: string, body: object) =>
          request("PUT", `${VIEW}/${step}`, { token: after.token, body })
        ok(yield* save("person", PERSON))
        ok(yield* save("job", JOB))
        ok(yield* save("requests", REQUESTS))
        ok(yield* request("POST", `${VIEW}/confirmation`, { token: after.token, body: { confirmed: true } }))
        assert.notStrictEqual((yield* reloaded()).session.entity_id, frame.session.entity_id)
      })
  )

  it.effect("and nothing is created by a save that is refused, or by a confirmation", () =>
    Effect.gen(function* () {
      const employer = yield* anEmployer()
      const { revision, save, token, view } = yield* start(employer)
      assert.deepStrictEqual(refusal(yield* save("person", { family_name: "-" })), [422, "validation_failed"])
      assert.deepStrictEqual(refusal(yield* save("person", PERSON, revision + 1)), [412, "view_changed"])
      const without = yield* requestUnseen("PUT", `${VIEW}/person`, { token, body: PERSON })
      assert.deepStrictEqual(refusal(without), [428, "precondition_required"])
      const confirm = { token, body: { confirmed: true } }
      assert.strictEqual((yield* request("POST", `${VIEW}/confirmation`, confirm)).status, 422)
      assert.deepStrictEqual(yield* intentsOf(employer), [])
      assert.strictEqual((yield* view).revision, revision)
    })
  )
})

layer(TestHttp.layer, { excludeTestServices: true })(
  "the embed of an intent that an employer starts",
  (it) => {
    it.effect("is reloaded into the same intent, before and after its first save [R-1-9]", () =>
      Effect.gen(function* () {
        const employer = yield* anEmployer()
        const { embed_url } = ok(yield* askForUrl(employer), 201)
        const opener = anOpener()
        const first = yield* openFrame(embed_url, opener)
        const second = yield* openFrame(embed_url, opener)
        assert.strictEqual(second.session.entity_id, first.session.entity_id)
        assert.strictEqual((yield* requestUnseen("GET", VIEW, { token: first.token })).status, 401)
        ok(yield* second.save("person", PERSON))
        const third = yield* openFrame(embed_url, opener)
        assert.deepInclude(yield* third.view, { id: first.session.entity_id, person: PERSON })
        ok(yield* third.save("job", JOB))
        assert.lengthOf(yield* intentsOf(employer), 1)
        const other = yield* request("POST", "/embed-api/v1/embed-sessions", {
          body: { embed_url, opener: anOpener() }
        })
        assert.deepStrictEqual(refusal(other), [401, "embed_url_used"])
      })
    )

    it.effect("creates one intent when its first saves race, and when a save is repeated [R-1-9]", () =>
      Effect.gen(function* () {
        const employer = yield* anEmployer()
        const { save, view } = yield* start(employer)
        const answers = yield* Effect.all(
          [save("person", PERSON), save("job", JOB), save("requests", REQUESTS), save("person", PERSON)],
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(answers.map(({ status }) => status).toSorted(), [200, 412, 412, 412])
        assert.lengthOf(yield* intentsOf(employer), 1)
        const repeated = yield* save("person", PERSON)
        assert.deepStrictEqual(refusal(repeated), [412, "view_changed"])
        assert.deepStrictEqual(repeated.body.view, yield* view)
        assert.lengthOf(yield* intentsOf(employer), 1)
      })
    )

    it.effect("left open in two frames for one remote_id is one intent: the later save is shown it", () =>
      Effect.gen(function* () {
        const employer = yield* anEmployer()
        const first = yield* start(employer, { remote_id: "hire-0042" })
        const second = yield* start(employer, { remote_id: "hire-0042" })
        assert.notStrictEqual(second.session.entity_id, first.session.entity_id)
        ok(yield* first.save("person", PERSON))
        const refused = yield* second.save("person", { given_name: "Siobhán" })
        assert.deepStrictEqual(refusal(refused), [412, "view_changed"])
        assert.deepStrictEqual(refused.body.view, yield* first.view)
        // From here on this frame is a second window of the same intent.
        ok(yield* second.save("job", JOB, refused.body.view.revision))
        assert.deepInclude(yield* first.view, { current_step: "requests", person: PERSON, job: JOB })
        assert.lengthOf(yield* intentsOf(employer), 1)
      })
    )

    it.effect("creates one intent when the first saves of such frames race", () =>
      Effect.gen(function* () {
        const employer = yield* anEmployer()
        const frames = yield* Effect.all(
          Array.from({ length: 4 }, () => start(employer, { remote_id: "hire-0042" }))
        )
        const answers = yield* Effect.all(
          frames.map(({ save }) => save("person", PERSON)),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(answers.map(({ status }) => status).toSorted(), [200, 412, 412, 412])
        const [intent, ...more] = yield* intentsOf(employer)
        assert.deepStrictEqual(more, [])
        for (const { view } of frames) assert.strictEqual((yield* view).id, intent?.id)
      })
    )

    it.effect("continues an intent that the partner has created meanwhile, with what it filled in", () =>
      Effect.gen(function* () {
        const employer = yield* anEmployer()
        const frame = yield* start(employer, { remote_id: "hire-0042" })
        const made = ok(
          yield* request("POST", "/api/v1/onboarding-session-intent", {
            product: employer.productId,
            body: {
              employer: { id: employer.employerId },
              remote_id: "hire-0042",
              employee: { remote_id: "emp-0042" }
            }
          }),
          201
        )
        const refused = yield* frame.save("person", PERSON)
        assert.deepStrictEqual(refusal(refused), [412, "view_changed"])
        assert.deepInclude(refused.body.view, { id: made.id, remote_id_is_fixed: true })
        const saved = ok(yield* frame.save("person", PERSON, refused.body.view.revision))
        assert.deepInclude(saved, { status: "in_progress", person: { ...PERSON, remote_id: "emp-0042" } })
        assert.lengthOf(yield* intentsOf(employer), 1)
      })
    )
  }
)

layer(TestHttp.layer, { excludeTestServices: true })("the URL where an employer starts an intent", (it) => {
  it.effect("is refused for a remote_id that an intent of the employer has, which is named", () =>
    Effect.gen(function* () {
      const employer = yield* anEmployer()
      const frame = yield* start(employer, { remote_id: "hire-0042" })
      const { id } = ok(yield* frame.save("person", PERSON))
      const refused = yield* askForUrl(employer, { remote_id: "hire-0042" })
      assert.deepStrictEqual(refusal(refused), [409, "remote_id_taken"])
      assert.strictEqual(refused.body.resource_id, id)
      // The way that the refusal names: the intent's own embed resumes it.
      const path = `/api/v1/onboarding-session-intent/${id}/generate-embed-url`
      const { embed_url } = ok(yield* request("POST", path, { product: employer.productId }), 201)
      const resumed = yield* openFrame(embed_url)
      assert.deepInclude(yield* resumed.view, { id, person: PERSON })
      ok(yield* resumed.save("job", JOB))
      const own = { ...employer, ...(yield* anEmployer()) }
      ok(yield* askForUrl(own, { remote_id: "hire-0042" }), 201)
    })
  )

  it.effect("takes the longest remote_id, of any letters", () =>
    Effect.gen(function* () {
      const employer = yield* anEmployer()
      const remote_id = "𠮷".repeat(255)
      const frame = yield* start(employer, { remote_id, session_id: "𠮷".repeat(255) })
      ok(yield* frame.save("person", PERSON))
      assert.deepStrictEqual(
        (yield* intentsOf(employer)).map((intent) => intent.remote_id as string),
        [remote_id]
      )
    })
  )

  it.effect("is forgotten with its embed, and leaves no intent behind if nothing was saved", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const employer = yield* anEmployer()
      const { token } = yield* start(employer, { remote_id: "hire-0042" })
      yield* sql`UPDATE embed_sessions SET opened_at = opened_at - interval '13 hours',
        expires_at = expires_at - interval '13 hours' WHERE starting_employer_id = ${employer.employerId}`
      assert.strictEqual((yield* requestUnseen("GET", VIEW, { token })).status, 401)
      assert.deepStrictEqual(yield* intentsOf(employer), [])
      ok(yield* askForUrl(employer, { remote_id: "hire-0042" }), 201)
    })
  )
})
