import { expect, it } from "vitest"
import { filterIn, isFiltered, queryOf } from "./Filter.ts"

const read = (query: string) => filterIn(new URLSearchParams(query))

it("a filter is what its query says, and makes the same query again", () => {
  const query =
    "?source=fund&outcome=failed&kind=fund_called&text=member+registration&about=banksia&older_than=41"
  expect(read(query)).toEqual({
    source: "fund",
    outcome: "failed",
    kind: "fund_called",
    text: "member registration",
    about: "banksia",
    older_than: 41
  })
  expect(queryOf(read(query))).toBe(query)
  expect(queryOf(read(""))).toBe("")
})

it.each([
  "source=payroll",
  "outcome=fine",
  "kind=Fund-Called",
  "kind=%3Cscript%3E",
  "text=%00",
  "text=a%E2%80%AEb",
  "about=..%2Fother",
  "older_than=0",
  "older_than=1.5",
  "older_than=ten",
  "source=&outcome=&kind=&text=&about=&older_than="
])("a value that no filter has counts as left out: %s", (query) => expect(read(query)).toEqual({}))

it("a position alone leaves no entry out", () => {
  expect(isFiltered(read("older_than=3"))).toBe(false)
  expect(isFiltered(read("older_than=3&text=a"))).toBe(true)
})

it("a text that is too long is cut, as the page's own field would", () => {
  expect(read(`text=${"x".repeat(81)}`)).toEqual({ text: "x".repeat(80) })
})
