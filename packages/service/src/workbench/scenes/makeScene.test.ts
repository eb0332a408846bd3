import type * as S from "@embedded-super/contracts/schemas"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { parse } from "yaml"
import { failingFund, ids, type Noted, timelineOf } from "../../../test/workbench/aScenePart.ts"
import { makeScene } from "./makeScene.ts"

const requested = (last_seq: number, first_seq = 1) =>
  ({ name: "failing-fund", first_seq, last_seq }) as unknown as S.SceneRequest

const made = (
  noted: ReadonlyArray<Noted>,
  options: { readonly isRaw?: boolean } = {},
  request = requested(noted.length)
) => Effect.flatMap(makeScene, (make) => make(request)).pipe(Effect.provide(timelineOf(noted, options)))

/** The steps of a made scene, and its text. */
const read = ({ document }: S.Scene) => {
  const text = document ?? ""
  const scene = parse(text)
  const steps: ReadonlyArray<any> = scene.workflows[0].steps
  return { text, scene, steps, step: (id: string) => steps.find(({ stepId }) => stepId === id) }
}

const valueOf = (step: any, name: string) =>
  step.parameters.find((parameter: { readonly name?: string }) => parameter.name === name)?.value

describe("a scene made of a part of the time line", () => {
  it.effect("has its levers and the partner's calls in order, and waits for what followed", () =>
    Effect.gen(function* () {
      const scene = yield* made(failingFund)
      assert.strictEqual(scene.file_name as string, "failing-fund.arazzo.yaml")
      const { scene: document, steps } = read(scene)
      assert.deepStrictEqual(
        steps.map(({ stepId }) => stepId),
        [
          "beginScene",
          "createEmployer",
          "setSimulatedDefaultFund",
          "createOnboardingSession",
          "setFundFaults",
          "advanceOnboardingSession",
          "waitFundCalled",
          "moveClock",
          "waitFundCalled2",
          "cancelOnboardingSession"
        ]
      )
      assert.strictEqual(document.arazzo, "1.0.1")
      assert.strictEqual(document.workflows[0].workflowId, "failingFund")
      assert.deepStrictEqual(
        document.sourceDescriptions.map(({ name }: { readonly name: string }) => name),
        ["partner-api", "workbench-api"]
      )
    })
  )

  it.effect("ids of earlier steps become references, keys and the fund become inputs", () =>
    Effect.gen(function* () {
      const { scene, step, text } = read(yield* made(failingFund))
      for (const id of Object.values(ids)) assert.notInclude(text, id)
      const session = step("createOnboardingSession")
      assert.strictEqual(session.requestBody.payload.employer.id, "$steps.createEmployer.outputs.id")
      assert.deepStrictEqual(step("createEmployer").outputs, { id: "$response.body#/data/id" })
      assert.strictEqual(
        valueOf(step("advanceOnboardingSession"), "id"),
        "$steps.createOnboardingSession.outputs.id"
      )
      assert.deepStrictEqual(session.parameters, [{ reference: "$components.parameters.productKey" }])
      assert.strictEqual(valueOf(step("setFundFaults"), "slug"), "$inputs.fund")
      assert.strictEqual(step("advanceOnboardingSession").requestBody.payload.fund, "$inputs.fund")
      const { run } = scene.components.inputs
      assert.deepStrictEqual(run.required, ["run_id", "product_key"])
      assert.strictEqual(run.properties.fund.default, "banksia")
      assert.strictEqual(run.properties.product_key.format, "password")
      assert.deepStrictEqual(step("cancelOnboardingSession").successCriteria, [
        { condition: "$statusCode == 409" }
      ])
    })
  )

  it.effect("people are made up, and only a magic value of an address is kept", () =>
    Effect.gen(function* () {
      const { step, text } = read(yield* made(failingFund))
      for (const personal of ["zephyrine", "Zephyrine", "Quill", "real.test"])
        assert.notInclude(text, personal)
      const { payload } = step("createOnboardingSession").requestBody
      assert.match(payload.email, /^niamh-\d\.failing-fund\.\{\$inputs\.run_id\}\+503x2@example\.com$/)
      assert.deepStrictEqual(payload.employee_detail.identity, {
        given_name: "Niamh",
        family_name: "O'Connor"
      })
      assert.isTrue(payload.email_validated)
      const names = [payload.remote_id, payload.employee.remote_id]
      for (const name of names) assert.match(name, /^failing-fund-\d-\{\$inputs\.run_id\}$/)
      assert.strictEqual(new Set(names).size, 2)
    })
  )

  it.effect("a wait reads the time line until what followed is there, as often as before", () =>
    Effect.gen(function* () {
      const { scene, step } = read(yield* made(failingFund))
      const wait = step("waitFundCalled2")
      assert.strictEqual(wait.description, "Banksia Super answered 503 again.")
      assert.strictEqual(valueOf(wait, "after"), "$steps.beginScene.outputs.last_seq")
      assert.strictEqual(valueOf(wait, "kind"), "fund_called")
      assert.strictEqual(valueOf(wait, "outcome"), "waiting")
      assert.strictEqual(valueOf(wait, "about"), "$steps.createOnboardingSession.outputs.id")
      assert.deepInclude(wait.successCriteria, { condition: "$response.body#/data/1/kind == 'fund_called'" })
      assert.deepStrictEqual(wait.onFailure, [{ reference: "$components.failureActions.lookAgain" }])
      assert.strictEqual(scene.components.failureActions.lookAgain.type, "retry")
    })
  )

  it.effect("a call's own changes need no wait; of several kinds that followed, each is waited for", () =>
    Effect.gen(function* () {
      const span_id = "00f067aa0ba902b7"
      const session = [{ kind: "onboarding_session", id: ids.SESSION }]
      const noted: ReadonlyArray<Noted> = [
        { ...failingFund[3]!, span_id },
        { kind: "session_created", outcome: "changed", parent_id: span_id, about: session },
        { kind: "webhook_attempted", about: session, detail: { event: "onboarding_session_changed" } },
        { kind: "event_recorded", about: session },
        { kind: "choice_form_made", about: session },
        { kind: "webhook_attempted", about: session, detail: { event: "onboarding_session_changed" } }
      ]
      const { step, steps } = read(yield* made(noted))
      assert.deepStrictEqual(
        steps.slice(2).map(({ stepId }) => stepId),
        ["waitChoiceFormMade", "waitWebhookAttempted"]
      )
      assert.strictEqual(valueOf(step("waitWebhookAttempted"), "text"), "onboarding_session_changed")
      assert.deepInclude(step("waitWebhookAttempted").successCriteria, {
        condition: "$response.body#/data/0/kind == 'webhook_attempted'"
      })
    })
  )

  it.effect("a thing that was there before is an input, and a change reads its present version first", () =>
    Effect.gen(function* () {
      const noted: ReadonlyArray<Noted> = [
        {
          kind: "call_received",
          method: "PATCH",
          path: `/api/v1/employers/${ids.EMPLOYER}`,
          status: 200,
          detail: { operation: "updateEmployer" },
          headers: { "if-match": '"3"' },
          request: { name: "Zephyrine's Bakery" },
          answer: { data: { id: ids.EMPLOYER } }
        }
      ]
      const { scene, step, steps } = read(yield* made(noted))
      assert.deepStrictEqual(
        steps.map(({ stepId }) => stepId),
        ["beginScene", "getEmployer", "updateEmployer"]
      )
      assert.strictEqual(scene.components.inputs.run.properties.id.default, ids.EMPLOYER)
      assert.deepStrictEqual(step("getEmployer").outputs, { etag: "$response.header.etag" })
      assert.strictEqual(valueOf(step("updateEmployer"), "If-Match"), "$steps.getEmployer.outputs.etag")
    })
  )

  it.effect(
    "what an employee did in an embed becomes the sandbox's advance, with the fund that was called",
    () =>
      Effect.gen(function* () {
        const span_id = "00f067aa0ba902b7"
        const session = [{ kind: "onboarding_session", id: ids.SESSION }]
        const embed = (to_state: string): ReadonlyArray<Noted> => [
          {
            kind: "call_received",
            method: "PUT",
            path: "/embed-api/v1/onboarding/x",
            status: 200,
            span_id,
            detail: { operation: "confirmReview" }
          },
          {
            kind: "session_changed",
            parent_id: span_id,
            about: session,
            detail: { from_state: "review", to_state, events: "x" }
          }
        ]
        const noted = [
          ...failingFund.slice(3, 4),
          ...embed("review"),
          ...embed("pending_completion"),
          { kind: "fund_called", about: [...session, { kind: "fund", id: "banksia" }] }
        ]
        const { step, steps } = read(yield* made(noted))
        assert.deepStrictEqual(
          steps.map(({ stepId }) => stepId),
          [
            "beginScene",
            "createOnboardingSession",
            "advanceOnboardingSession",
            "waitSessionChanged",
            "waitFundCalled"
          ]
        )
        assert.deepStrictEqual(step("advanceOnboardingSession").requestBody.payload, {
          to: "pending_completion",
          fund: "$inputs.fund"
        })
      })
  )

  it.effect("what was read from the disk is masked already: it is made up too", () =>
    Effect.gen(function* () {
      const masked = failingFund.map((noted) =>
        noted.detail?.["operation"] === "createOnboardingSession"
          ? {
              ...noted,
              request: {
                employer: { id: ids.EMPLOYER },
                employee: { remote_id: "•••" },
                email: "z•••",
                employee_detail: { identity: { given_name: "Z•••" } }
              }
            }
          : noted
      )
      const { step, text } = read(yield* made(masked, { isRaw: false }, requested(6, 3)))
      assert.notInclude(text, "•••")
      assert.strictEqual(
        step("createOnboardingSession").requestBody.payload.employee_detail.identity.given_name,
        "Niamh"
      )
    })
  )

  it.effect("leaves out calls whose body isn't kept or is empty, or whose path isn't shown whole", () =>
    Effect.gen(function* () {
      const employer = `/api/v1/sandbox/employers/${ids.EMPLOYER}`
      const { answer: _, request: __, ...forgotten } = failingFund[3]!
      const call = (path: string, operation: string, request: object): Noted => ({
        ...failingFund[0]!,
        path,
        detail: { operation },
        request
      })
      const noted: ReadonlyArray<Noted> = [
        ...failingFund.slice(0, 1),
        // `respect` can't send an empty object where a body is needed.
        call(`${employer}/match`, "playEmployerMatch", {}),
        call(`${employer}/onboarding-session-intents`, "startSimulatedIntent", {}),
        { ...call("/api/v1/employers/…", "updateEmployer", { name: "Zephyrine's Bakery" }), method: "PATCH" },
        forgotten
      ]
      const { scene, step, steps, text } = read(yield* made(noted))
      assert.deepStrictEqual(
        steps.map(({ stepId }) => stepId),
        ["beginScene", "createEmployer", "startSimulatedIntent"]
      )
      assert.isUndefined(step("startSimulatedIntent").requestBody)
      assert.notInclude(text, "…")
      assert.match(
        scene.info.description,
        /Left out.*playEmployerMatch \(entry 2\), updateEmployer \(entry 4\), createOnboardingSession \(entry 5\)/
      )
    })
  )

  it.effect("isn't made of nothing, of a part that ends before it begins, or of too much", () =>
    Effect.gen(function* () {
      const refused = (first: number, last: number) =>
        Effect.map(
          Effect.flip(made(failingFund, {}, requested(last, first))),
          ({ errors }) => errors[0]?.pointer
        )
      assert.strictEqual(yield* refused(9, 11), "#/first_seq")
      assert.strictEqual(yield* refused(4, 3), "#/last_seq")
      assert.strictEqual(yield* refused(1, 5000), "#/last_seq")
    })
  )
})
