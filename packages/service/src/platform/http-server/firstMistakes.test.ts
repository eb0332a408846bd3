import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { aProduct } from "../../../test/aProduct.ts"
import { request, TestHttp } from "../../../test/TestHttp.ts"

const employer = { abn: "51824753556", name: "Wattle", remote_id: "1" }
const session = { employer: { id: "01a1fb82-8f40-7000-8000-0000000000e1" }, email: "niamh@example.com" }
const address = { address_line_1: "1 Wattle Lane", locality: "Hobart", postcode: "7000", state: "TAS" }

/** First requests of newcomers, each with a part of the sentence that says how to correct it; http-manners has the others. */
const rows: ReadonlyArray<readonly [path: string, body: object, told: string]> = [
  [
    "/onboarding-session",
    { ...session, employee_detail: { address: { ...address, state: "Victoria" } } },
    "state must be one of ACT, NSW"
  ],
  ["/onboarding-session", { ...session, email: "nope" }, "email must be an e-mail address such as"],
  [
    "/onboarding-session",
    { ...session, phone_number: "12345" },
    "phone_number must be an Australian phone number such as"
  ],
  ["/employers", { ...employer, remoteId: "2" }, "remoteId is not known here, remote_id is."]
]

layer(TestHttp.layer, { excludeTestServices: true })(
  "a first mistake is answered with what to send",
  (it) => {
    it.effect.each(rows)("%s %j: %s", ([path, body, told]) =>
      Effect.gen(function* () {
        const product = yield* aProduct({ sandboxed: true })
        const { body: problem } = yield* request("POST", `/api/v1${path}`, { product, body })
        assert.include(
          [problem.detail, ...(problem.errors ?? []).map((one: { detail: string }) => one.detail)].join(),
          told
        )
      })
    )

    it.effect("a cursor of another list is refused", () =>
      Effect.gen(function* () {
        const product = yield* aProduct({ sandboxed: true })
        for (const remote_id of ["1", "2"])
          yield* request("POST", "/api/v1/employers", { product, body: { ...employer, remote_id } })
        const { body } = yield* request("GET", "/api/v1/employers?limit=1", { product })
        const after = body.pagination.next_cursor
        const status = (list: string) =>
          Effect.map(request("GET", `/api/v1/${list}?after=${after}`, { product }), (answer) => answer.status)
        assert.deepStrictEqual(
          [yield* status("employers"), yield* status("employees"), yield* status("onboarding-session")],
          [200, 422, 422]
        )
      })
    )
  }
)
