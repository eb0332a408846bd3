import { expect, it } from "vitest"
import { type Answer, outcomeOf } from "./outcome.ts"

const answer = (status: number, body: unknown = {}, retryAfter: string | null = null): Answer => ({
  status,
  body,
  retryAfter
})

it.each([
  ["data", answer(200, { data: 7 }), { is: "answered", data: 7 }],
  [
    "mistakes, without the service's own sentences",
    answer(422, {
      code: "validation_failed",
      errors: [{ in: "body", pointer: "#/abn", code: "required", detail: "-" }]
    }),
    { is: "invalid", errors: [{ pointer: "#/abn", code: "required" }] }
  ],
  ["a rule", answer(409, { code: "match_not_open" }), { is: "conflict", code: "match_not_open" }],
  [
    "a newer view",
    answer(412, { code: "view_changed", view: { revision: 2 } }),
    { is: "changed", view: { revision: 2 } }
  ],
  ["an ended token", answer(401, { code: "unauthenticated" }), { is: "ended", code: "unauthenticated" }],
  ["a wait", answer(429, {}, "12"), { is: "tooFast", seconds: 12 }],
  ["a wait of unknown length", answer(429, {}, "soon"), { is: "tooFast", seconds: 5 }],
  ["a failure", answer(503, { request_id: "r-1" }), { is: "failed", requestId: "r-1" }],
  ["a failure of something between", answer(502, null), { is: "failed", requestId: undefined }]
])("%s", (_title, given, expected) => {
  expect(outcomeOf(given)).toEqual(expected)
})
