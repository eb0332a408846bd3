import { useEmbed, useWords } from "../frame/context.ts"
import { given } from "../parts/form.ts"
import { Form } from "../parts/Form.tsx"
import { FundFacts } from "../parts/FundFacts.tsx"
import { Notice } from "../parts/Notice.tsx"
import { Agreement, Documents } from "./fundParts.tsx"
import type { EmployeeView, FundChoices } from "./screens.ts"
import { BackButton, StepScreen } from "./StepScreen.tsx"
import { useChooseFund } from "./useFundChoices.ts"

/** The fund that the employer uses for staff who don't choose. */
export const EmployerDefaultScreen = ({
  view,
  choices
}: {
  readonly view: EmployeeView
  readonly choices: FundChoices
}) => {
  const { common, employee } = useWords()
  const words = employee.employerDefault
  const embed = useEmbed<EmployeeView>()
  const choose = useChooseFund(choices)
  const product = choices.employer_default.fund_product
  if (product === undefined) {
    return (
      <StepScreen view={view} id="employer_default" title={words.title}>
        <Notice kind="warn">{words.closed}</Notice>
        <div class="actions">
          <button type="button" onClick={() => embed.go("super_selection")}>
            {common.back}
          </button>
        </div>
      </StepScreen>
    )
  }
  return (
    <StepScreen view={view} id="employer_default" title={words.title}>
      <Form
        operation="chooseFund"
        submit={common.continue}
        check={(text) =>
          product.can_register && text("/consent_version") === undefined
            ? [{ pointer: "/consent_version", code: "required" }]
            : []
        }
        onSubmit={(text) =>
          choose(given({ source: "employer_default", consent_version: text("/consent_version") }))
        }
        beside={<BackButton view={view} id="employer_default" />}
      >
        <div class="card">
          <h2>{product.fund_name}</h2>
          <FundFacts product={product} />
          <Documents product={product} />
        </div>
        {product.can_register ? (
          <Agreement at="/consent_version" legend={employee.fund.agree} statement={choices.join.consent} />
        ) : (
          <p>{words.later}</p>
        )}
      </Form>
    </StepScreen>
  )
}
