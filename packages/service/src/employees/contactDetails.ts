import type * as S from "@embedded-super/contracts/schemas"
import type { EmployeeDetails } from "./EmployeesRepo.ts"

const MOST_PHONE_NUMBERS = 10

/**
 * The employee's contacts, extended by an e-mail address or a phone number from a session; the latest number comes
 * first.
 */
export const withContact = (
  known: EmployeeDetails,
  collected: {
    readonly email: S.EmailAddress | null
    readonly phone_number: S.PhoneNumber | null
    /** When the employee proved to hold the phone; null if never. */
    readonly phone_verified_at: S.Timestamp | null
  }
): EmployeeDetails => {
  const { phone_number } = collected
  const before = known.phone_numbers.find((entry) => entry.phone_number === phone_number)
  const others = known.phone_numbers.filter((entry) => entry !== before)
  return {
    email: collected.email ?? known.email,
    phone_numbers:
      phone_number === null
        ? known.phone_numbers
        : [
            { phone_number, verified_at: collected.phone_verified_at ?? before?.verified_at ?? null },
            ...others
          ].slice(0, MOST_PHONE_NUMBERS)
  }
}
