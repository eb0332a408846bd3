import { expect, it } from "vitest"
import { emitEndpoint } from "../../src/emit/api.ts"
import type { Operation } from "../../src/model/Api.ts"

const operation: Operation = {
  id: "getThing",
  method: "get",
  path: "/things/{id}",
  tag: "things",
  summary: "Fetch a thing",
  params: [],
  query: [],
  headers: [],
  answers: [{ status: 204, headers: [], content: { kind: "none" } }],
  problems: []
}

it("a deprecated operation carries its headers as an annotation; another carries none", () => {
  const retirement = { deprecation: "@1795219200", sunset: "Fri, 19 Feb 2027 00:00:00 GMT" }
  expect(emitEndpoint({ ...operation, retirement }, [], new Map())).toContain(
    '.annotate(Retirement, {"deprecation":"@1795219200","sunset":"Fri, 19 Feb 2027 00:00:00 GMT"})'
  )
  expect(emitEndpoint(operation, [], new Map())).not.toContain("Retirement")
})
