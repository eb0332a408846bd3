import * as S from "@embedded-super/contracts/schemas"
import * as Schema from "effect/Schema"
import { expect, it } from "vitest"
import {
  leverIn,
  atoPresets,
  clockPresets,
  credentialsPresets,
  faultPresets,
  listPresets,
  partnerPresets
} from "./leverIn.ts"

const read = (fields: Readonly<Record<string, string>>) => leverIn(new URLSearchParams(fields))
const EMPLOYER = "c2bc0c04-6b98-4333-91a6-919f5ebc9000"

it.each([
  [S.FaultPlan, faultPresets],
  [S.ReceiverBehaviour, partnerPresets],
  [S.SimulatedStapling, atoPresets],
  [S.ClockLever, clockPresets],
  [S.CredentialsLever, credentialsPresets],
  [S.ListLever, listPresets]
] as ReadonlyArray<
  readonly [Schema.Decoder<unknown>, Readonly<Record<string, { readonly value: unknown }>>]
>)("every preset is a body that the Workbench API accepts", (schema, presets) => {
  for (const { value } of Object.values(presets)) Schema.decodeUnknownSync(schema)(value)
})

it("a form pulls the lever that it names", () => {
  expect(read({ lever: "fund_faults", slug: "banksia", preset: "503_twice" })).toEqual({
    lever: "fund_faults",
    slug: "banksia",
    body: { faults: [{ operation_id: "*", play: "answer_status", status: 503, times: 2 }] }
  })
  expect(read({ lever: "partner", preset: "500_twice" })).toEqual({
    lever: "partner",
    body: { answer_status: 500, times: 2 }
  })
  expect(read({ lever: "clock", preset: "5d" })).toEqual({ lever: "clock", body: { advance: "5d" } })
  expect(read({ lever: "clock", advance: " 90m " })).toEqual({ lever: "clock", body: { advance: "90m" } })
  expect(read({ lever: "credentials", slug: "banksia", preset: "refused" })).toEqual({
    lever: "credentials",
    slug: "banksia",
    body: { are_accepted: false }
  })
  expect(read({ lever: "list", slug: "banksia", preset: "stale" })).toEqual({
    lever: "list",
    slug: "banksia",
    body: { list: "stale" }
  })
  expect(read({ lever: "ato", employer_id: EMPLOYER, preset: "lapsed", usi: "" })).toEqual({
    lever: "ato",
    employer_id: EMPLOYER,
    body: { status: "lapsed" }
  })
  expect(read({ lever: "ato", employer_id: EMPLOYER, preset: "stapled", usi: "STA0100AU" })).toMatchObject({
    body: { outcome: "stapled_fund", stapled_fund: { usi: "STA0100AU" } }
  })
  expect(read({ lever: "scene", name: "failing-fund", first_seq: "12", last_seq: "42" })).toEqual({
    lever: "scene",
    body: { name: "failing-fund", first_seq: 12, last_seq: 42 }
  })
})

it.each([
  [{}, "Use a button"],
  [{ lever: "toString" }, "Use a button"],
  [{ lever: "fund_faults", slug: "banksia", preset: "constructor" }, "Use a button"],
  [{ lever: "fund_faults", slug: "../x", preset: "none" }, "Choose one of the list"],
  [{ lever: "clock", advance: "-1d" }, "a number and a unit"],
  [{ lever: "clock", advance: "abc" }, "90m, 2h or 5d"],
  [{ lever: "clock", advance: "401d" }, "Tick the box"],
  [{ lever: "clock", advance: "9999d", is_sure: "no" }, "Tick the box"],
  [{ lever: "ato", employer_id: "1", preset: "none" }, "Choose one of the list"],
  [{ lever: "ato", employer_id: EMPLOYER, preset: "stapled", usi: "" }, "Give the USI"],
  [{ lever: "scene", name: "A b", first_seq: "1", last_seq: "2" }, "Give a name"],
  [{ lever: "scene", name: "a", first_seq: "3", last_seq: "2" }, "Exchange them"]
] as ReadonlyArray<readonly [Record<string, string>, string]>)(
  "%j is refused with what to do",
  (fields, text) => expect(read(fields)).toContain(text)
)

it("a step of more than 400 days is taken with the box ticked, a shorter one without", () => {
  const clock = (advance: string) => ({ lever: "clock", body: { advance } })
  expect(read({ lever: "clock", advance: "401d", is_sure: "yes" })).toEqual(clock("401d"))
  expect(read({ lever: "clock", advance: "400d" })).toEqual(clock("400d"))
  expect(read({ lever: "clock", advance: "9600h" })).toEqual(clock("9600h"))
  expect(read({ lever: "clock", advance: "9601h" })).toContain("Tick the box")
})
