import { describe, expect, it } from "vitest"
import type { EmployeeView } from "./screens.ts"
import { ageOn, valuesOf, warningAt } from "./values.ts"

const view = (collected: object, prefilled: object): EmployeeView =>
  ({ collected, prefilled, warnings: [] }) as unknown as EmployeeView

describe("what a field shows", () => {
  const fromPartner = { email: "niamh@example.com", identity: { given_name: "Niamh", middle_name: "Áine" } }

  it("is what the partner filled in, until the step is saved", () => {
    const shown = view({}, fromPartner)
    expect(valuesOf(shown, "identity")("/given_name")).toBe("Niamh")
    expect(valuesOf(shown, "contact")("/email")).toBe("niamh@example.com")
    expect(valuesOf(shown, "contact")("/address/postcode")).toBeUndefined()
  })

  it("is what was saved: a field that was emptied stays empty", () => {
    const shown = view({ identity: { given_name: "Nia" } }, fromPartner)
    expect(valuesOf(shown, "identity")("/given_name")).toBe("Nia")
    expect(valuesOf(shown, "identity")("/middle_name")).toBeUndefined()
  })

  it("is found in groups, too", () => {
    const shown = view({ contact: { address: { postcode: "0800" } } }, fromPartner)
    expect(valuesOf(shown, "contact")("/address/postcode")).toBe("0800")
  })
})

describe("a warning", () => {
  it("belongs to a field of a step", () => {
    const warned = {
      warnings: [{ step: "contact", pointer: "#/address/postcode", code: "postcode_of_another_state" }]
    } as EmployeeView
    expect(warningAt(warned, "contact", "/address/postcode")).toBe("postcode_of_another_state")
    expect(warningAt(warned, "contact", "/phone_number")).toBeUndefined()
    expect(warningAt(warned, "identity", "/address/postcode")).toBeUndefined()
  })
})

describe("an age", () => {
  it.each([
    ["2008-11-21", 18],
    ["2008-11-22", 17],
    ["2008-12-01", 17],
    ["2008-10-30", 18]
  ])("of a person born on %s is %i", (born, age) => {
    expect(ageOn(born, new Date(2026, 10, 21))).toBe(age)
  })
})
