import type * as S from "@embedded-super/contracts/schemas"
import { describe, expect, it } from "vitest"
import { withContact } from "./EmployeesRepo.ts"

const reported = (
  email: string | null,
  phone_number: string | null,
  phone_verified_at: string | null = null
) => ({
  email: email as S.EmailAddress | null,
  phone_number: phone_number as S.PhoneNumber | null,
  phone_verified_at: phone_verified_at as S.Timestamp | null
})

describe("what is known of an employee", () => {
  const nothing = { email: null, phone_numbers: [] }

  it("is the latest that any session reported, the latest phone number first", () => {
    const first = withContact(nothing, reported("a@example.com", "+61491570006"))
    const second = withContact(first, reported("b@example.com", "+61491570156"))
    expect(second).toEqual({
      email: "b@example.com",
      phone_numbers: [
        { phone_number: "+61491570156", verified_at: null },
        { phone_number: "+61491570006", verified_at: null }
      ]
    })
  })

  it("stays where a session reports nothing", () => {
    const known = withContact(nothing, reported("a@example.com", "+61491570006"))
    expect(withContact(known, reported(null, null))).toEqual(known)
  })

  it("has each number once, with the proof that it is the employee's", () => {
    const proven = withContact(nothing, reported(null, "+61491570006", "2026-11-21T00:00:00.000Z"))
    const again = withContact(
      withContact(proven, reported(null, "+61491570156")),
      reported(null, "+61491570006")
    )
    expect(again.phone_numbers).toEqual([
      { phone_number: "+61491570006", verified_at: "2026-11-21T00:00:00.000Z" },
      { phone_number: "+61491570156", verified_at: null }
    ])
  })
})
