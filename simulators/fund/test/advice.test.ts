/** How a caller corrects a refused call. */
import * as S from "@embedded-super/contracts/schemas"
import { describe, expect, it } from "vitest"
import { adviceOn } from "../src/inspector/advice.ts"

const refused = (status: number, errors: string, findings: S.TimelineEntryDetail["findings"] = []) =>
  adviceOn({
    entry: { status, detail: errors === "" ? {} : { errors } },
    findings
  } as unknown as S.TimelineEntryDetail)

describe("the advice on a refused call", () => {
  it("names each place that the fund refused", () => {
    expect(refused(400, "body #/postcode too_short, body #/usi not_accepted")).toEqual([
      "#/postcode: make it longer (too_short).",
      "#/usi: leave this field out: the fund's profile doesn't take it (not_accepted)."
    ])
  })

  it("leaves out what the contract's findings say", () => {
    const finding = { in: "request", pointer: "#/postcode", code: "too_short", detail: "Too short." }
    expect(
      refused(400, "body #/postcode too_short", [finding as S.TimelineEntryDetail["findings"][number]])
    ).toEqual([])
  })

  it("is that of the status, if no place is known", () => {
    expect(refused(429, "")).toEqual(["Wait as many seconds as Retry-After says, and call again."])
    expect(refused(418, "")).toEqual(["See the Fund API."])
    expect(refused(200, "")).toEqual([])
  })
})
