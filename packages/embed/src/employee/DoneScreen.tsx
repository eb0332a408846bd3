import { useState } from "preact/hooks"
import type { Schemas } from "../frame/api.ts"
import { useEmbed, useWords, usePolling } from "../frame/context.ts"
import { CopyText } from "../parts/CopyText.tsx"
import { Notice } from "../parts/Notice.tsx"
import { shownDay } from "../parts/shown.ts"
import type { EmployeeView } from "./screens.ts"
import { StepScreen } from "./StepScreen.tsx"

/** Saves a file that was fetched, as a link to it would. */
const download = (file: Blob, name: string) => {
  const url = URL.createObjectURL(file)
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** The last buttons: the super choice form, once it is made, and Done, which ends the embed on this page. */
export const LastButtons = ({ view }: { readonly view: EmployeeView }) => {
  const { common, employee } = useWords()
  const words = employee.done
  const embed = useEmbed<EmployeeView>()
  const [saved, setSaved] = useState<"yes" | "no">()
  const save = async () => {
    const form = await embed.read<Blob>((api) =>
      api.GET("/embed-api/v1/onboarding/choice-form", { parseAs: "blob" })
    )
    if (form !== undefined) download(form, "super-choice-form.pdf")
    setSaved(form === undefined ? "no" : "yes")
  }
  return (
    <>
      <div class="actions">
        {view.choice_form_is_available && (
          <button type="button" onClick={save}>
            {words.form}
          </button>
        )}
        <button type="button" class="quiet" onClick={() => void embed.end()}>
          {common.done}
        </button>
      </div>
      <p role="status">{saved === "yes" ? words.formSaved : saved === "no" ? words.formFailed : null}</p>
    </>
  )
}

/** Funds name what they add as programs do: insurance_starts_on. */
const shownLabel = (label: string): string => {
  const words = label.replaceAll("_", " ")
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The end: the member number, or why there is none, and the super choice form. */
export const DoneScreen = ({ view }: { readonly view: EmployeeView }) => {
  const { employee } = useWords()
  const words = employee.done
  const embed = useEmbed<EmployeeView>()
  usePolling(!view.is_committed || !view.choice_form_is_available, embed.poll)
  const choice = view.collected.super_selection
  const fund =
    choice?.fund_product?.fund_name ?? (choice?.self_managed_super_fund ?? choice?.unlisted_fund)?.fund_name
  const number = choice?.member_number
  const isJoined = choice?.consented_to_registration_at !== undefined
  const ending = view.without_number
  return (
    <StepScreen view={view} id="done" title={ending === undefined ? words.title : titleOf(ending, employee)}>
      {ending !== undefined ? (
        <WithoutNumber ending={ending} />
      ) : (
        fund !== undefined && (
          <Notice kind="good">
            <strong>{isJoined ? words.isMember(fund) : words.isSaved(fund)}</strong>
          </Notice>
        )
      )}
      {number !== undefined && (
        <div class="card mine">
          <p class="label">{words.member}</p>
          <CopyText label={words.member} text={number} />
        </div>
      )}
      {choice !== undefined && (choice.account_number !== undefined || choice.fund_details.length > 0) && (
        <dl class="facts">
          {choice.account_number !== undefined && (
            <>
              <dt>{words.account}</dt>
              <dd>{choice.account_number}</dd>
            </>
          )}
          {choice.fund_details.map(({ label, value }) => (
            <>
              <dt>{shownLabel(label)}</dt>
              <dd>{/^\d{4}-\d\d-\d\d$/.test(value) ? shownDay(value) : value}</dd>
            </>
          ))}
        </dl>
      )}
      <LastButtons view={view} />
    </StepScreen>
  )
}

type Ending = Schemas["EmbedWithoutNumber"]
type Words = ReturnType<typeof useWords>["employee"]

/** The title of an end without a member number; the employer's own way is a good end. */
const titleOf = ({ because, fund_name }: Ending, { done, without }: Words): string =>
  because === "refused"
    ? without.refusedTitle(fund_name)
    : because === "late"
      ? without.lateTitle
      : done.title

/** Why there is no member number, and what happens next (D-refusal-reasons). */
const WithoutNumber = ({ ending }: { readonly ending: Ending }) => {
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
