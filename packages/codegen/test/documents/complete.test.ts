import { describe, expect, it } from "vitest"
import { fromRecord } from "../../src/documents/Documents.ts"
import { withPaths } from "../../src/documents/complete.ts"
import { findingsOf } from "../fixtures.ts"

const files = {
  "api/openapi.yaml": `
openapi: 3.1.1
tags: [{ name: employers }, { name: funds }]
paths: { /health: { get: {} } }
components: {}`,
  "api/paths/funds.yaml": 'paths: { /funds: { get: {} }, "/funds/{id}": { get: {} } }',
  "api/paths/employers.yaml": "paths: { /employers: { get: {} } }"
}
const read = (more: Readonly<Record<string, string>> = {}) => {
  const all = { ...files, ...more }
  const pathFiles = [...Object.keys(all), "other/paths/funds.yaml"].filter((file) => file.includes("/paths/"))
  return withPaths(fromRecord(all), "api/openapi.yaml", pathFiles).read("api/openapi.yaml") as any
}

describe("the paths of a document", () => {
  it("are its own, and those in the file of each tag, in the order of the tags", () => {
    expect(Object.entries(read().paths)).toEqual([
      ["/health", { get: {} }],
      ["/employers", { $ref: "paths/employers.yaml#/paths/~1employers" }],
      ["/funds", { $ref: "paths/funds.yaml#/paths/~1funds" }],
      ["/funds/{id}", { $ref: "paths/funds.yaml#/paths/~1funds~1{id}" }]
    ])
  })

  it.each([
    ["path_without_tag", "api/paths/pots.yaml", ""],
    ["component_conflict", "api/paths/employers.yaml", "/paths/~1health"]
  ])("%s: %s", async (code, document, pointer) => {
    const more = { [document]: "paths: { /health: { get: {} } }" }
    expect(await findingsOf(() => read(more))).toMatchObject([{ code, document, pointer }])
  })
})
