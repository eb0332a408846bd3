import { chooseFund } from "@embedded-super/contracts/field-rules"
import { useWords } from "../frame/context.ts"
import { given, type TextAt, byRules } from "../parts/form.ts"
import { Form } from "../parts/Form.tsx"
import { TextField } from "../parts/TextField.tsx"
import { Agreement } from "./fundParts.tsx"
import type { EmployeeView, FundChoices } from "./screens.ts"
import { BackButton, StepScreen } from "./StepScreen.tsx"
import { useChooseFund } from "./useFundChoices.ts"
import { useWarnings, valuesOf } from "./values.ts"

const AT = "/self_managed_super_fund"

const fundOf = (text: TextAt) => {
  const at = (field: string) => text(`${AT}/${field}`) ?? ""
  return given({
    fund_abn: at("fund_abn"),
    fund_name: at("fund_name"),
    fund_electronic_service_address: at("fund_electronic_service_address"),
    bank_account_bsb: at("bank_account_bsb"),
    bank_account_number: at("bank_account_number"),
    bank_account_name: at("bank_account_name"),
    member_name: at("member_name"),
    member_number: text(`${AT}/member_number`)
  })
}

/** The employee's self-managed super fund: it has no USI, and is paid by bank account. */
export const SelfManagedScreen = ({
  view,
  choices
}: {
  readonly view: EmployeeView
  readonly choices: FundChoices
}) => {
  const { common, employee } = useWords()
  const words = employee.smsf
  const choose = useChooseFund(choices)
  const value = valuesOf(view, "self_managed")
  const warning = useWarnings(view, "super_selection")
  const field = (name: keyof ReturnType<typeof fundOf>) => ({
    at: `${AT}/${name}`,
    value: value(`/${name}`),
    warning: warning(`${AT}/${name}`),
    autocomplete: "off" as const
  })
  const check = (text: TextAt) =>
    text("/declaration_version") === undefined ? [{ pointer: "/declaration_version", code: "required" }] : []
  return (
    <StepScreen view={view} id="smsf" title={words.title}>
      <Form
        operation="chooseFund"
        rules={byRules(chooseFund)}
        draft={{ step: "self_managed", values: view.drafts?.self_managed, at: AT }}
        submit={common.continue}
        check={check}
        onSubmit={(text) =>
          choose({
            source: "smsf",
            self_managed_super_fund: fundOf(text),
            declaration_version: text("/declaration_version") ?? ""
          })
        }
        beside={<BackButton view={view} id="smsf" />}
      >
        <h2>{words.fundPart}</h2>
        <TextField
          {...field("fund_abn")}
          label={words.abn}
          hint={words.abnHint}
          inputMode="numeric"
          isShort
        />
        <TextField {...field("fund_name")} label={words.name} />
        <TextField
          {...field("fund_electronic_service_address")}
          label={words.esa}
          hint={words.esaHint}
          spellcheck={false}
        />
        <h2>{words.bankPart}</h2>
        <TextField
          {...field("bank_account_bsb")}
          label={words.bsb}
          hint={words.bsbHint}
          inputMode="numeric"
          isShort
        />
        <TextField {...field("bank_account_number")} label={words.account} inputMode="numeric" isShort />
        <TextField {...field("bank_account_name")} label={words.accountName} />
        <h2>{words.memberPart}</h2>
        <TextField {...field("member_name")} label={words.memberName} />
        <TextField {...field("member_number")} label={employee.fund.memberNumber} isOptional isShort />
        <Agreement
          at="/declaration_version"
          legend={words.declaration}
          statement={choices.self_managed.declaration}
        />
      </Form>
    </StepScreen>
  )
}
