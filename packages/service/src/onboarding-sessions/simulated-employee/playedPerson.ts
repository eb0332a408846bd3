import type { EmployeeId } from "@embedded-super/contracts/schemas"
import { createHash } from "node:crypto"

/** A person that the sandbox plays. */
export interface PlayedPerson {
  readonly given_name: string
  readonly family_name: string
  readonly date_of_birth: string
  readonly email: string
  readonly tfn: string
  /** The number in a fund that the person is already a member of. */
  readonly member_number: string
}

const GIVEN =
  "Niamh Arun Mei Tomás Zara Kofi Ingrid Yusuf Leila Oscar Priya Hamish Thảo Mateo Sina Wiremu".split(" ")
const FAMILY =
  "O'Connor Nguyễn Papadopoulos Singh Müller Taylor Haddad Rossi Kelly Chen Tupou Novak Fraser Silva".split(
    " "
  )

const WEIGHTS = [1, 4, 3, 7, 5, 8, 6, 9]

/**
 * The tax file number with these first eight digits. The last digit has the weight 10, which is -1 modulo 11, so it
 * equals the weighted sum of the others. If that sum is 10, the next number is used.
 */
const tfnFrom = (firstEight: number): string => {
  const digits = String(firstEight)
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(digits[at]), 0)
  return sum % 11 === 10 ? tfnFrom(firstEight + 1) : `${digits}${sum % 11}`
}

const twoDigits = (number: number) => String(number).padStart(2, "0")

const plainLetters = (name: string) =>
  name
    .normalize("NFD")
    .replaceAll(/[^A-Za-z]/g, "")
    .toLowerCase()

/**
 * The person behind an employee of a sandboxed product: derived from the employee's id, so the same in each session,
 * and different for each employee, so that funds give them different member numbers.
 */
export const playedPerson = (id: EmployeeId): PlayedPerson => {
  const bytes = createHash("sha256").update(id).digest()
  /** An integer below `limit`, from four of the digest's bytes. */
  const pick = (part: number, limit: number) => bytes.readUInt32BE(part * 4) % limit
  const given_name = GIVEN[pick(0, GIVEN.length)] ?? ""
  const family_name = FAMILY[pick(1, FAMILY.length)] ?? ""
  return {
    given_name,
    family_name,
    date_of_birth: `${1960 + pick(2, 45)}-${twoDigits(1 + pick(3, 12))}-${twoDigits(1 + pick(4, 28))}`,
    email: `${plainLetters(given_name)}.${plainLetters(family_name)}@example.com`,
    tfn: tfnFrom(10_000_000 + pick(5, 89_999_990)),
    member_number: `SIM-${String(pick(6, 10_000_000)).padStart(7, "0")}`
  }
}
