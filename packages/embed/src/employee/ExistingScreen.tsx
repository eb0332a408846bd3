import { chooseFund } from "@embedded-super/contracts/field-rules"
import { isLatin } from "@embedded-super/contracts/pasted"
import { useState } from "preact/hooks"
import type { Schemas } from "../frame/api.ts"
import { useWords } from "../frame/context.ts"
import { Choices } from "../parts/Choices.tsx"
import { given, type TextAt, byRules } from "../parts/form.ts"
import { Form } from "../parts/Form.tsx"
import { FundSearch } from "../parts/FundFacts.tsx"
import { TextField } from "../parts/TextField.tsx"
import { Agreement, MemberNumberField, UnlistedFund, unlistedIn } from "./fundParts.tsx"
import type { EmployeeView, FundChoices, FundProduct } from "./screens.ts"
import { BackButton, StepScreen } from "./StepScreen.tsx"
import { useChooseFund } from "./useFundChoices.ts"

type Card = Schemas["EmbedExistingFund"]

const required = (pointer: string) => ({ pointer, code: "required" })

/** The answers that a card's choice needs besides the card. The ATO always names the member number of its fund. */
const needsOf = (card: Card) => ({
  number: card.source !== "stapled" && card.fund_product !== undefined && card.member_number === undefined,
  name: !isLatin(card.self_managed_super_fund?.member_name ?? ""),
  declaration: card.self_managed_super_fund !== undefined
})

/** The funds that are known for the employee, and the search for another one. */
export const ExistingScreen = ({
  view,
  choices
}: {
  readonly view: EmployeeView
  readonly choices: FundChoices
}) => {
  const { common, employee } = useWords()
  const words = employee.existing
  const choose = useChooseFund(choices)
  const cards = choices.existing.funds
  const before = view.collected.super_selection
  const [picked, setPicked] = useState(
    cards.length === 0 || before?.source === "existing"
      ? "another"
      : cards.findIndex(({ source }) => source === before?.source).toString()
  )
  const [isUnlisted, setUnlisted] = useState(before?.unlisted_fund !== undefined)
  const [product, setProduct] = useState<FundProduct | undefined>(
    before?.source === "existing" ? before.fund_product : undefined
  )
  const card = cards[Number(picked)]
  const needs = card && needsOf(card)
  const check = (text: TextAt) => {
    if (picked !== "another" && card === undefined) return [required("/fund")]
    const pointers = [
      ...(card === undefined && !isUnlisted ? ["/fund_product_id"] : []),
      ...(needs === undefined || needs.number ? ["/member_number"] : []),
      ...(needs?.name === true ? ["/member_name"] : []),
      ...(needs?.declaration === true ? ["/declaration_version"] : [])
    ]
    return pointers.filter((pointer) => text(pointer) === undefined).map(required)
  }
  const save = (text: TextAt) =>
    choose(
      given({
        source: card?.source ?? "existing",
        fund_product_id: card === undefined ? text("/fund_product_id") : card.fund_product?.id,
        unlisted_fund: card === undefined && isUnlisted ? unlistedIn(text) : undefined,
        member_number: text("/member_number"),
        member_name: text("/member_name"),
        declaration_version: text("/declaration_version")
      })
    )
  return (
    <StepScreen view={view} id="existing" title={words.title}>
      <Form
        operation="chooseFund"
        rules={byRules(chooseFund)}
        submit={common.continue}
        check={check}
        onSubmit={save}
        beside={<BackButton view={view} id="existing" />}
      >
        {cards.length > 0 && (
          <Choices
            at="/fund"
            legend={words.legend}
            value={picked}
            onChange={setPicked}
            choices={[
              ...cards.map((one, index) => ({
                value: String(index),
                label: one.fund_product?.fund_name ?? one.self_managed_super_fund?.fund_name,
                hint: (
                  <>
                    {words[one.source === "stapled" ? "stapled" : "supplied"]}{" "}
                    {one.member_number !== undefined && employee.fund.knownNumber(one.member_number)}
                  </>
                )
              })),
              { value: "another", label: words.another }
            ]}
          />
        )}
        {picked === "another" && (
          <>
            {isUnlisted ? (
              <UnlistedFund fund={before?.unlisted_fund} />
            ) : (
              <FundSearch
                label={employee.fund.findLabel}
                hint={employee.fund.findHint}
                legend={words.legendFound}
                chosen={product}
                onChange={setProduct}
              />
            )}
            <p>
              <button type="button" class="link" onClick={() => setUnlisted(!isUnlisted)}>
                {isUnlisted ? words.searchAgain : words.notListed}
              </button>
            </p>
          </>
        )}
        {(picked === "another" || needs?.number === true) && (
          <MemberNumberField value={before?.source === "existing" ? before.member_number : undefined} />
        )}
        {needs?.name === true && (
          <TextField
            at="/member_name"
            label={employee.smsf.memberName}
            hint={employee.identity.latinHint}
            warning={employee.identity.notLatin}
            value={before?.self_managed_super_fund?.member_name ?? card?.self_managed_super_fund?.member_name}
            autocomplete="off"
          />
        )}
        {needs?.declaration === true && (
          <Agreement
            at="/declaration_version"
            legend={employee.smsf.declaration}
            statement={choices.self_managed.declaration}
          />
        )}
      </Form>
    </StepScreen>
  )
}
