import { describe, expect, it } from "vitest"
import { dateAt, dateIn } from "./dateAt.ts"

describe("a whole date in one box", () => {
  it.each([
    ["27/03/1994", ["27", "3", "1994"]],
    ["27-3-1994", ["27", "3", "1994"]],
    ["27.03.1994", ["27", "3", "1994"]],
    ["27 03 1994", ["27", "3", "1994"]],
    ["27\u00a003\u00a01994", ["27", "3", "1994"]],
    ["27\u201303\u20131994", ["27", "3", "1994"]],
    ["\u202d27/03/1994\u202c", ["27", "3", "1994"]],
    ["1994-03-27", ["27", "3", "1994"]],
    ["27 March 1994", ["27", "3", "1994"]],
    ["27 Mar 1994", ["27", "3", "1994"]],
    ["March 27, 1994", ["27", "3", "1994"]],
    ["1994年3月27日", ["27", "3", "1994"]],
    ["31/12/2001 ", ["31", "12", "2001"]]
  ])("%j fills the three", (text, [day, month, year]) => {
    expect(dateIn(text)).toEqual({ day, month, year })
  })

  it.each(["27", "27/03", "27/03/94", "03/1994", "27/03/19941", "27 Foo 1994", "270394", "1 2 3 1994", ""])(
    "%j fills none but its own",
    (text) => {
      expect(dateIn(text)).toBeUndefined()
    }
  )
})

describe("the date of three boxes", () => {
  const at = (day?: string, month?: string, year?: string) =>
    dateAt((pointer) => ({ "/d/day": day, "/d/month": month, "/d/year": year })[pointer], "/d")

  it.each([
    [["7", "3", "1994"], "1994-03-07"],
    [["07.", "03", "1994"], "1994-03-07"],
    [["7", undefined, "1994"], "1994-00-07"],
    [["7", "3", undefined], "-03-07"],
    [["seven", "3", "1994"], "1994-03-seven"],
    [[undefined, undefined, undefined], undefined]
  ] as const)("%j is %j", ([day, month, year], want) => {
    expect(at(day, month, year)).toBe(want)
  })
})
