import { expect, it } from "vitest"
import { employerForm } from "../src/pages/employerForm.ts"
import { refusedBy } from "../src/service/ServiceRefused.ts"

const words = { title: "Add an employer", button: "Add employer", notDone: "The employer isn't added yet" }

const form = (...pointers: ReadonlyArray<string>) =>
  employerForm({
    id: "add-employer",
    words,
    path: "/employers",
    values: { name: "Acme", abn: "51 824 753 557" },
    isOpen: true,
    refusal: refusedBy(422, {
      code: "validation_failed",
      detail: "abn must be an ABN with a valid checksum",
      errors: pointers.map((pointer) => ({ pointer, code: "invalid_checksum", detail: "abn must be an ABN" }))
    })
  }).text

it.each([
  [["#/abn"], ["abn"]],
  [["#/abn", "#/abn"], ["abn"]],
  [
    ["#/name", "#/abn"],
    ["name", "abn"]
  ]
])("says once, in plain words and at its input, what is wrong: %j", (pointers, inputs) => {
  const html = form(...pointers)
  expect([...html.matchAll(/<span class="mistake" id="(\w+)-mistake">/g)].map(([, name]) => name)).toEqual(
    inputs
  )
  for (const name of inputs) expect(html).toContain(`<a href="#${name}">`)
  for (const raw of ["checksum", "validation_failed", "#/", "must be"]) expect(html).not.toContain(raw)
  expect(html).toContain(`value="51 824 753 557"`)
})

it("says what is about no input in the service's sentence", () => {
  expect(form()).toContain("abn must be an ABN with a valid checksum")
})
