import { describe, expect, it } from "vitest"
import { withoutTfns } from "../src/maskedText.ts"
import { problemResponse } from "../src/Problem.ts"

const ID = "01a1fc8b-f124-722c-a7f2-abc123456782"

describe("a problem blanks out what may be a tax file number", () => {
  const rows: ReadonlyArray<readonly [title: string, given: string, want: string]> = [
    ["in a path", "/api/v1/employers/123456782", "/api/v1/employers/*********"],
    ["in the name of a key", "#/123456782", "#/*********"],
    ["written in threes", "123 456 782 isn't known here", "********* isn't known here"],
    ["with another sign in each place", "123 456-782", "*********"],
    ["beside letters", "TFN123456782x", "TFN*********x"],
    ["without a checksum", "123456789", "*********"],
    ["beside an id", `${ID} 123456782`, `${ID} *********`],
    ["but no id with nine digits in it", ID, ID],
    ["nor that of a span", "00-8a7d123456782c4e-01", "00-8a7d123456782c4e-01"],
    ["nor a longer number", "1234567821", "1234567821"],
    [
      "and no id",
      "/employers/01a1fc8b-f124-722c-a7f2-000123456782",
      "/employers/01a1fc8b-f124-722c-a7f2-000123456782"
    ],
    ["and no ABN", "51824753556", "51824753556"]
  ]
  it("with the mask of the reader", () => expect(withoutTfns("TFN 123456782", "<tfn>")).toBe("TFN <tfn>"))

  it.each(rows)("%s", (_, given, want) => expect(withoutTfns(given)).toBe(want))
})

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
