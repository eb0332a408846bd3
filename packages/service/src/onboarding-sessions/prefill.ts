import { pasted } from "@embedded-super/contracts/pasted"
import type * as S from "@embedded-super/contracts/schemas"
import * as Redacted from "effect/Redacted"
import { normaliseAddress } from "../personal-data/address.ts"
import { ageOn, checkEmploymentStart } from "../personal-data/calendarDate.ts"
import type { Findings } from "../personal-data/Findings.ts"
import { takeIdentity } from "../personal-data/identity.ts"
import { readMemberNumber, readUsi } from "../personal-data/text.ts"
import type { Prefilled } from "./sessionDetails.ts"
import { readSelfManagedFund } from "./super-selection/selfManagedFund.ts"
import * as Result from "effect/Result"

/** The nine digits of a tax file number. */
export const readTfn = (input: S.TfnInput): S.Tfn =>
  Redacted.make(pasted("tfn", Redacted.value(input))) as S.Tfn

/**
 * Whether the exemption is possible: `under_eighteen` requires that age (D-dates). An unknown birthday rules out
 * nothing.
 */
export const isExemptionPossible = (
  exemption: S.TfnExemptionType | null,
  dateOfBirth: S.CalendarDate | null,
  today: S.CalendarDate
) => exemption !== "under_eighteen" || dateOfBirth === null || ageOn(dateOfBirth, today) < 18

const AT = "#/employee_detail"

const readTax = (
  input: S.TaxDetailInput,
  born: S.CalendarDate | null,
  today: S.CalendarDate,
  findings: Findings
) => {
  const tfn_exemption_type = input.tfn_exemption_type ?? null
  if (input.tfn !== undefined && tfn_exemption_type !== null) {
    findings.take(
      `${AT}/tax_detail/tfn_exemption_type`,
      Result.fail({ code: "not_allowed", detail: "Give the tax file number or why there is none, not both." })
    )
  }
  if (!isExemptionPossible(tfn_exemption_type, born, today)) {
    findings.take(
      `${AT}/tax_detail/tfn_exemption_type`,
      Result.fail({ code: "not_allowed", detail: "This reason is for people under 18." })
    )
  }
  return { tfn_provided: input.tfn !== undefined, tfn_exemption_type }
}

/** One known fund, of either kind. */
const readSuperDetails = (
  input: S.KnownSuperDetailsInput | undefined,
  findings: Findings
): Pick<Prefilled, "super_details" | "self_managed_super_fund"> => {
  const [fund] = input?.super_funds ?? []
  const smsf = input?.smsf
  if (input !== undefined && (fund === undefined) === (smsf === undefined)) {
    const detail = "Give the fund that the employee has: one under super_funds, or one under smsf."
    findings.take(`${AT}/super_details`, Result.fail({ code: "not_allowed", detail }))
  }
  const { member_number } = fund ?? {}
  return {
    super_details: fund
      ? {
          usi: readUsi(fund.usi),
          member_number: member_number === undefined ? null : readMemberNumber(member_number)
        }
      : null,
    self_managed_super_fund: smsf ? readSelfManagedFund(smsf, `${AT}/super_details/smsf`, findings) : null
  }
}

/**
 * The partner's prefill in its normal form; null for omitted fields. `born` is the date of birth that is already known.
 */
export const readPrefill = (
  input: S.EmployeeDetailInput,
  today: S.CalendarDate,
  findings: Findings,
  born: S.CalendarDate | null = null
): Prefilled => {
  const { identity, address, tax_detail, employment, super_details } = input
  const takenIdentity =
    identity === undefined ? null : takeIdentity(identity, `${AT}/identity`, today, findings)
  const start = employment?.start_date
  return {
    identity: takenIdentity,
    address: address === undefined ? null : normaliseAddress(address).value,
    tax:
      tax_detail === undefined
        ? null
        : readTax(tax_detail, takenIdentity?.date_of_birth ?? born, today, findings),
    employment:
      employment === undefined
        ? null
        : {
            start_date:
              start === undefined
                ? null
                : findings.take(`${AT}/employment/start_date`, checkEmploymentStart(start, today)),
            pay_basis: employment.pay_basis ?? null,
            pay_frequency: employment.pay_frequency ?? null
          },
    ...readSuperDetails(super_details, findings)
  }
}
