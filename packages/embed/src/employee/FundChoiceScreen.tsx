import type { ComponentChildren } from "preact"
import type { Schemas } from "../frame/api.ts"
import { useEmbed, useWords } from "../frame/context.ts"
import { Choices } from "../parts/Choices.tsx"
import { Form } from "../parts/Form.tsx"
import { FundFacts } from "../parts/FundFacts.tsx"
import { Busy, Notice } from "../parts/Notice.tsx"
import type { EmployeeView, FundChoices, FundWay } from "./screens.ts"
import { BackButton, StepScreen } from "./StepScreen.tsx"
import type { Funds } from "./useFundChoices.ts"

type Source = Schemas["SuperSelectionSource"]

const BY_SOURCE: Readonly<Record<Source, FundWay>> = {
  existing: "existing",
  stapled: "existing",
  partner_supplied: "existing",
  join_new: "join",
  employer_default: "employer_default",
  smsf: "smsf"
}

/**
 * The four ways to choose a fund. The fund that the ATO knows comes before anything else. A way is preselected only if the
 * person chose it before.
 */
export const FundChoiceScreen = ({
  view,
  funds,
  lost
}: {
  readonly view: EmployeeView
  readonly funds: Funds
  /** The fund that a later answer ruled out. */
  readonly lost: string | undefined
}) => {
  const { common, employee } = useWords()
  const words = employee.fundChoice
  const notice = lost !== undefined && <Notice kind="warn">{words.lost(lost)}</Notice>
  return (
    <StepScreen
      view={view}
      id="super_selection"
      title={words.title}
      isLoading={funds.is === "loading" || funds.is === "asking"}
    >
      {funds.is === "known" ? <Ways view={view} choices={funds.choices} notice={notice} /> : notice}
      {funds.is === "failed" && (
        <>
          <Notice kind="bad">{words.failed}</Notice>
          <div class="actions">
            <button type="button" onClick={funds.again}>
              {common.tryAgain}
            </button>
            <BackButton view={view} id="super_selection" />
          </div>
        </>
      )}
      {(funds.is === "loading" || funds.is === "asking") && (
        <Busy>{funds.is === "asking" ? words.asking : words.loading}</Busy>
      )}
    </StepScreen>
  )
}

/** All of it is in the form, which shows its mistakes above. */
const Ways = ({
  view,
  choices,
  notice
}: {
  readonly view: EmployeeView
  readonly choices: FundChoices
  readonly notice: ComponentChildren
}) => {
  const { common, employee } = useWords()
  const words = employee.fundChoice
  const embed = useEmbed<EmployeeView>()
  const { employer_default: byEmployer, existing, join, self_managed: own } = choices
  const stapled = existing.funds.find(({ source }) => source === "stapled")?.fund_product
  const byDefault = byEmployer.fund_product
  const before = view.collected.super_selection
  const note = words.stapling[existing.stapling.status]
  return (
    <Form
      operation="chooseFund"
      submit={common.continue}
      check={(text) => (text("/way") === undefined ? [{ pointer: "/way", code: "required" }] : [])}
      onSubmit={async (text) => embed.go(text("/way"))}
      beside={<BackButton view={view} id="super_selection" />}
    >
      {notice}
      {stapled !== undefined && (
        <section class="card mine">
          <h2>{words.stapled(stapled.fund_name)}</h2>
          <FundFacts product={stapled} />
          <p>{words.stapledHelp}</p>
        </section>
      )}
      {note !== undefined && <p>{note}</p>}
      <Choices
        at="/way"
        legend={words.legend}
        value={before && BY_SOURCE[before.source]}
        choices={[
          {
            value: "existing",
            label: words.existing,
            hint: stapled === undefined ? words.existingHint : words.existingHintStapled(stapled.fund_name)
          },
          { value: "join", label: words.join, hint: words.joinHint(join.fund_products.count) },
          ...(byDefault === undefined
            ? []
            : [
                {
                  value: "employer_default",
                  label: words.employerDefault(byDefault.fund_name),
                  hint: byDefault.name
                }
              ]),
          ...(own.is_available ? [{ value: "smsf", label: words.smsf, hint: words.smsfHint }] : [])
        ]}
      />
      {byDefault === undefined && <p class="small">{words.noDefault}</p>}
    </Form>
  )
}
