import { useState } from "preact/hooks"
import { useWords } from "../frame/context.ts"
import { Choices } from "../parts/Choices.tsx"
import { Form } from "../parts/Form.tsx"
import type { TextAt } from "../parts/form.ts"
import { choiceOfProduct, FundSearch } from "../parts/FundFacts.tsx"
import { serviceLanguage } from "../texts/serviceLanguage.ts"
import { Agreement, Documents } from "./fundParts.tsx"
import type { EmployeeView, FundChoices, FundProduct } from "./screens.ts"
import { BackButton, StepScreen } from "./StepScreen.tsx"
import { useChooseFund } from "./useFundChoices.ts"

/**
 * The funds to join, A to Z (R-1-5). Where advertised funds may be shown, the employee's own fund is above them and can be
 * chosen in the same list, and they are marked as what they are (D-advertising).
 */
export const JoinScreen = ({
  view,
  choices
}: {
  readonly view: EmployeeView
  readonly choices: FundChoices
}) => {
  const { common, employee } = useWords()
  const words = employee.join
  const choose = useChooseFund(choices)
  const before = view.collected.super_selection
  const [chosen, setChosen] = useState<FundProduct | undefined>(
    before?.source === "join_new" ? before.fund_product : undefined
  )
  const [isMine, setMine] = useState(false)
  const { consent, promotion } = choices.join
  const mine = choices.existing.funds.find(({ source }) => source === "stapled")?.fund_product
  const promoted = promotion.allowed ? promotion.fund_products : []
  const check = (text: TextAt) => {
    const pointer = (["/fund_product_id", ...(isMine ? [] : ["/consent_version"])] as const).find(
      (one) => text(one) === undefined
    )
    return pointer === undefined ? [] : [{ pointer, code: "required" }]
  }
  const save = (text: TextAt) => {
    const fund_product_id = text("/fund_product_id") ?? ""
    return isMine
      ? choose({ source: "stapled", fund_product_id })
      : choose({ source: "join_new", fund_product_id, consent_version: text("/consent_version") ?? "" })
  }
  const take = (product: FundProduct | undefined, own = false) => {
    setChosen(product)
    setMine(own)
  }
  return (
    <StepScreen view={view} id="join" title={words.title}>
      <Form
        operation="chooseFund"
        submit={common.continue}
        check={check}
        onSubmit={save}
        beside={<BackButton view={view} id="join" />}
      >
        {mine !== undefined && (
          <div class="card mine">
            <Choices
              at="/mine"
              name="/fund_product_id"
              legend={employee.fundChoice.stapled(mine.fund_name)}
              onChange={() => take(mine, true)}
              choices={[{ ...choiceOfProduct(mine), value: mine.id, label: words.keepLabel(mine.fund_name) }]}
            />
          </div>
        )}
        {promoted.length > 0 && (
          <div class="card">
            <Choices
              at="/promoted"
              name="/fund_product_id"
              legend={words.advertisement}
              hint={promotion.disclaimer && <span {...serviceLanguage}>{promotion.disclaimer.text}</span>}
              onChange={(id) => take(promoted.find((one) => one.id === id))}
              choices={promoted.map((product) => ({ ...choiceOfProduct(product), value: product.id }))}
            />
            {promoted.map((product) => (
              <Documents key={product.id} product={product} />
            ))}
          </div>
        )}
        <FundSearch
          label={words.label}
          hint={words.hint}
          legend={words.legend}
          chosen={chosen}
          onChange={take}
          door="join"
          count={choices.join.fund_products.count}
        />
        {chosen !== undefined && !isMine && (
          <>
            {!promoted.some(({ id }) => id === chosen.id) && <Documents product={chosen} />}
            <Agreement at="/consent_version" legend={employee.fund.agree} statement={consent} />
          </>
        )}
      </Form>
    </StepScreen>
  )
}
