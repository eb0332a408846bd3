import { expect, it } from "vitest"
import { filterIn, isFiltered, oddIn, queryOf } from "./Filter.ts"

const read = (query: string) => filterIn(new URLSearchParams(query))

it("a filter is what its query says, and makes the same query again", () => {
  const query =
    "?source=fund&outcome=failed&kind=fund_called&text=member+registration&about=banksia&without_noise=true&older_than=41"
  expect(read(query)).toEqual({
    source: "fund",
    outcome: "failed",
    kind: "fund_called",
    text: "member registration",
    about: "banksia",
    without_noise: true,
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
  "without_noise=on",
  "source=&outcome=&kind=&text=&about=&older_than="
])("a value that no filter has counts as left out: %s", (query) => expect(read(query)).toEqual({}))

it("a position alone leaves no entry out", () => {
  expect(isFiltered(read("older_than=3"))).toBe(false)
  expect(isFiltered(read("older_than=3&text=a"))).toBe(true)
})

it("a text that is too long is cut, as the page's own field would", () => {
  expect(read(`text=${"x".repeat(81)}`)).toEqual({ text: "x".repeat(80) })
})

it.each([
  ["source=fund&outcome=failed&kind=fund_called&text=a&about=banksia&older_than=41", []],
  ["source=&outcome=&text=&older_than=", []],
  [
    "outcome=zzz",
    ["`outcome=zzz` is left out: the outcomes are good, refused, failed, waiting, stopped, changed, noted."]
  ],
  ["older_than=abc", ["`older_than=abc` is left out: it is the position of an entry, a number from 1."]],
  [
    "limit=0",
    ["`limit=0` is left out: the filters are source, outcome, kind, text, about, without_noise, older_than."]
  ],
  ["without_noise=1", ["`without_noise=1` is left out: its only value is true."]],
  [`text=${"x".repeat(81)}`, ["The text is longer than 80 letters; the first 80 are searched for."]]
] as const)("says what of a query isn't followed: %s", (query, odd) =>
  expect(oddIn(new URLSearchParams(query))).toEqual(odd)
)

it("repeats no more than 40 letters of an odd value, and none of what hides others", () => {
  const [said] = oddIn(new URLSearchParams({ about: `${"../".repeat(40)}` }))
  expect(said).toContain(`\`about=${"../".repeat(13)}.…\` is left out`)
  expect(oddIn(new URLSearchParams({ kind: "a\u202eb`c" }))[0]).toContain("`kind=a?b?c`")
})
