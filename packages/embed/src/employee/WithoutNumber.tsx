import type { Schemas } from "../frame/api.ts"
import { useWords } from "../frame/context.ts"
import { Notice } from "../parts/Notice.tsx"

type Ending = Schemas["EmbedWithoutNumber"]
type Words = ReturnType<typeof useWords>["employee"]

/** The title of an end without a member number; the employer's own way is a good end. */
export const titleOf = ({ because, fund_name }: Ending, { done, without }: Words): string =>
  because === "refused"
    ? without.refusedTitle(fund_name)
    : because === "late"
      ? without.lateTitle
      : done.title

/** The fields of a registration as the form calls them. */
const namesOf = ({ contact, identity, review, tax, without }: Words): Readonly<Record<Field, string>> => ({
  tfn: tax.label,
  tfn_exemption_type: tax.label,
  first_name: identity.given,
  middle_name: identity.middle,
  family_name: identity.family,
  other_name: review.earlierName,
  date_of_birth: identity.born,
  email: contact.email,
  phone_number: contact.phone,
  address_line_1: contact.street,
  address_line_2: contact.unit,
  locality: contact.locality,
  postcode: contact.postcode,
  state: contact.state,
  gender: identity.gender,
  employment_start_date: without.jobStart,
  contribution_frequency: without.payFrequency
})
type Field = Ending["refused_fields"][number]

/** Why there is no member number, and what happens next (D-refusal-reasons). */
export const WithoutNumber = ({ ending }: { readonly ending: Ending }) => {
  const { employee } = useWords()
  const words = employee.without
  const { because, fund_name, reason = "other", refused_fields } = ending
  if (because === "employer_signs_up")
    return (
      <>
        <Notice kind="good">
          <strong>{words.employer(fund_name)}</strong>
        </Notice>
        <p>{words.employerNext}</p>
      </>
    )
  if (because === "late")
    return (
      <>
        <p>
          <strong>{words.late(fund_name)}</strong>
        </p>
        <p>{words.lateNext(fund_name)}</p>
      </>
    )
  const names = namesOf(employee)
  return (
    <>
      <Notice kind="warn">
        <p>
          <strong>{words.reasons[reason]}</strong>
        </p>
        {refused_fields.length > 0 && (
          <ul>
            {[...new Set(refused_fields.map((field) => names[field]))].map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        )}
      </Notice>
      <p>{words.todo[reason]}</p>
      <p>{words.again}</p>
    </>
  )
}
