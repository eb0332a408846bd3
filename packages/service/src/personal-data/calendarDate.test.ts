import { CalendarDate } from "@embedded-super/contracts/schemas"
import { describe, expect, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { ageOn, checkDateOfBirth, checkEmploymentStart, dayInSydney } from "./calendarDate.ts"

const day = (text: string) => CalendarDate.make(text)
const TODAY = day("2026-11-21")

describe("a date is a real day, written YYYY-MM-DD [R-2.3-6]", () => {
  it.each([
    ["2024-02-29", true],
    ["2023-02-29", false],
    ["1900-02-29", false],
    ["2026-02-30", false],
    ["1990-13-01", false],
    ["1990/05/17", false],
    ["17-05-1990", false]
  ])("%s: %s", (text, want) => {
    expect(Schema.is(CalendarDate)(text)).toBe(want)
  })
})

describe("date_of_birth is of a person from 13 to 100 years old", () => {
  it.each([
    ["1990-05-17", "1990-05-17"],
    ["2012-02-29", "2012-02-29 unusually_young"],
    ["2013-11-21", "2013-11-21 unusually_young"],
    ["2011-11-22", "2011-11-22 unusually_young"],
    ["2011-11-21", "2011-11-21"],
    ["2013-11-22", "age_out_of_range"],
    ["1926-11-21", "1926-11-21"],
    ["1925-11-22", "1925-11-22"],
    ["1925-11-21", "age_out_of_range"],
    ["2026-11-22", "date_in_future"]
  ])("%s is %s", (date, want) => {
    const got = Result.match(checkDateOfBirth(day(date), TODAY), {
      onFailure: (finding) => finding.code,
      onSuccess: ({ value, warnings }) => [value, ...warnings.map((warning) => warning.code)].join(" ")
    })
    expect(got).toBe(want)
  })
})

describe("employment_start_date lies from five years ago to one year ahead", () => {
  it.each([
    ["2021-11-21", "2021-11-21"],
    ["2024-02-29", "2024-02-29"],
    ["2021-11-20", "employment_start_date_out_of_range"],
    ["2027-11-21", "2027-11-21"],
    ["2027-11-22", "employment_start_date_out_of_range"]
  ])("%s is %s", (date, want) => {
    const outcome = Result.mapError(checkEmploymentStart(day(date), TODAY), (finding) => finding.code)
    expect(Result.merge(outcome)).toBe(want)
  })
})

describe("an age is counted in whole years", () => {
  it.each([
    ["2008-11-21", "2026-11-21", 18],
    ["2008-11-22", "2026-11-21", 17],
    ["2008-02-29", "2026-02-28", 17],
    ["2008-02-29", "2026-03-01", 18]
  ])("born %s is on %s %i years old", (born, today, want) => {
    expect(ageOn(day(born), day(today))).toBe(want)
  })
})

describe("today is Sydney's day", () => {
  it.each([
    ["2026-11-20T12:59:00Z", "2026-11-20"],
    ["2026-11-20T13:00:00Z", "2026-11-21"],
    ["2026-06-20T13:59:00Z", "2026-06-20"],
    ["2026-06-20T14:00:00Z", "2026-06-21"]
  ])("at %s it is %s", (at, want) => {
    expect(dayInSydney(new Date(at))).toBe(want)
  })
})
