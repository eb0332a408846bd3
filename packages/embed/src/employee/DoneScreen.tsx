import { useEmbed, useWords } from "../frame/context.ts"
import { usePolling } from "../frame/usePolling.ts"
import { CopyText } from "../parts/CopyText.tsx"
import { Notice } from "../parts/Notice.tsx"
import { shownDay } from "../parts/shown.ts"
import { LastButtons } from "./LastButtons.tsx"
import type { EmployeeView } from "./screens.ts"
import { StepScreen } from "./StepScreen.tsx"
import { titleOf, WithoutNumber } from "./WithoutNumber.tsx"

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
