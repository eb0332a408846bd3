import { describe, expect, it } from "vitest"
import { problemResponse } from "../src/Problem.ts"

const bodyOf = (problem: Parameters<typeof problemResponse>[0]): unknown => {
  const { body } = problemResponse(problem)
  return body._tag === "Uint8Array" ? JSON.parse(new TextDecoder().decode(body.body)) : undefined
}

describe("the text of a problem", () => {
  it("blanks out nine digits wherever a request may have put them", () => {
    expect(
      bodyOf({
        status: 422,
        detail: "123456782 isn't known here",
        instance: "/api/v1/employers/123456782",
        errors: [{ pointer: "#/123456782" }]
      })
    ).toEqual({
      status: 422,
      detail: "********* isn't known here",
      instance: "/api/v1/employers/*********",
      errors: [{ pointer: "#/*********" }]
    })
  })

  it("leaves an entity in it as the service answers it: a member number may have nine digits", () => {
    const view = { collected: { super_selection: { member_number: "123456782" } } }
    expect(bodyOf({ status: 412, detail: undefined, view })).toEqual({ status: 412, view })
  })
})
