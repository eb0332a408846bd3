import type { TimelineEntry } from "@embedded-super/contracts/schemas"
import { expect, it } from "vitest"
import { noted } from "../../test/gallery/examples.ts"
import { paired } from "./entryRow.ts"

const call = { method: "POST", path: "/v1/member_registration", status: 201 }

const entry = (seq: number, source: string, more: Readonly<Record<string, unknown>> = {}): TimelineEntry =>
  noted(seq, "good", `Entry ${seq}.`, { seq, source, ...call, ...more })

const under = (seq: number) => ({ parent_id: seq.toString(16).padStart(16, "0") })

const rowsOf = (...entries: ReadonlyArray<TimelineEntry>) =>
  paired(entries, (one) => one).map(({ item, others }) => [item.seq, others.map(({ seq }) => seq)])

it("a call out has one row: the service's, with what the fund noted", () => {
  expect(rowsOf(entry(3, "fund", under(2)), entry(2, "service"), entry(1, "service"))).toEqual([
    [2, [3]],
    [1, []]
  ])
})

it("a call in has one row: the service's, with what the partner noted", () => {
  expect(rowsOf(entry(2, "service", under(1)), entry(1, "partner"))).toEqual([[2, [1]]])
})

it("the order of the list doesn't matter, and two notes of one call come with the same row", () => {
  expect(rowsOf(entry(1, "service"), entry(2, "fund", under(1)), entry(3, "fund", under(1)))).toEqual([
    [1, [2, 3]]
  ])
})

it.each([
  ["one program notes both", entry(2, "service", under(1))],
  ["another call followed", entry(2, "fund", { ...under(1), path: "/v1/employer_lookup" })],
  ["another method was used", entry(2, "fund", { ...under(1), method: "GET" })],
  ["it isn't the cause", entry(2, "fund")],
  ["it was no call", entry(2, "fund", { ...under(1), method: null, path: null })]
])("stay apart: %s", (_, other) => {
  expect(rowsOf(other, entry(1, "service"))).toEqual([
    [2, []],
    [1, []]
  ])
})

it("what a row without a place of its own caused moves up by it", () => {
  const get = { method: "GET", path: "/v1/session" }
  const rows = paired(
    [
      entry(1, "service"),
      entry(2, "partner", under(1)),
      entry(3, "partner", { ...under(2), ...get }),
      entry(4, "service", { ...under(3), ...get })
    ],
    (one) => one
  )
  expect(rows.map(({ folded, item }) => [item.seq, folded])).toEqual([
    [1, 0],
    [4, 2]
  ])
})

it("entries that name each other as their cause end the search", () => {
  expect(rowsOf(entry(1, "service", under(2)), entry(2, "service", under(1)))).toHaveLength(2)
})
