import { describe, expect, it } from "vitest"
import { type Bundle, readBundle } from "../src/bundles.ts"
import { errorCodes, errorsPage } from "../src/catalogues/errors.ts"

const documents = [await readBundle("partner-api"), await readBundle("embed-api")]

/** The codes of an answer's schema: those that the service can return. */
const codesOf = ({ components }: Bundle) =>
  Object.entries(components.schemas)
    .filter(([name]) => name.endsWith("Problem") || name.endsWith("RefusedProblem"))
    .flatMap(([, { properties }]) => properties?.["code"]?.enum ?? [])

const fieldCodes =
  documents[0]?.components.schemas["FieldError"]?.properties?.["code"]?.["x-extensible-enum"] ?? []
const { body } = errorsPage(documents, fieldCodes)
const anchors = [...body.matchAll(/^### `([a-z_]+)`$/gm)].map(([, code]) => code)

describe("the page of errors", () => {
  it("has an anchor for each code that the service can answer, and for no other", () => {
    expect(anchors.length).toBeGreaterThan(40)
    expect(anchors.toSorted()).toEqual([...new Set(documents.flatMap(codesOf))].toSorted())
  })

  it("is where each problem's `type` points to", () => {
    for (const { code, example } of errorCodes(documents)) {
      expect(example).toHaveProperty("type", `https://docs.embedded-super.example/errors#${code}`)
    }
  })

  it("says of each code what it means, what it says, and who answers it", () => {
    for (const { example, meaning, title } of errorCodes(documents)) {
      expect(meaning).not.toBe("")
      expect(title).not.toBe("")
      expect(example.detail).not.toBe("")
    }
  })

  it("marks the codes that no operation of the partner API answers, and no other", () => {
    const [partners = []] = documents.map(codesOf)
    const marked = [...body.matchAll(/^### `([a-z_]+)`\n\n.*\n\n\*Only the embed API returns this one/gm)]
    expect(marked.map(([, code = ""]) => code).toSorted()).toEqual(
      anchors.filter((code = "") => !partners.includes(code)).toSorted()
    )
    expect(marked.length).toBeGreaterThan(5)
  })

  it("has an anchor for each code of a field", () => {
    expect(fieldCodes.length).toBeGreaterThan(20)
    for (const code of fieldCodes) expect(body).toContain(`id="field-${code}"`)
  })
})
