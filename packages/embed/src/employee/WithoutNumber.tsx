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
  return (
    <>
      <Notice kind="warn">
        <p>
          <strong>{words.reasons[reason]}</strong>
        </p>
        {refused_fields.length > 0 && (
          <ul>
            {[...new Set(refused_fields.map((field) => employee.fields[field]))].map((name) => (
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
