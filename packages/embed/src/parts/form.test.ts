import {
  chooseFund,
  requestVerificationCode,
  saveAtoConnection,
  saveContact,
  saveEmployerDetails,
  saveIntentPerson,
  saveTax
} from "@embedded-super/contracts/field-rules"
import { checkField, type FieldRules } from "@embedded-super/contracts/checkField"
import { plainText } from "@embedded-super/contracts/pasted"
import { describe, expect, it } from "vitest"
import { pastedForms, type PastedField } from "../../../codegen/test/runtime/pastedForms.ts"

/** Every field of the embeds for a number that people paste. */
const fields: ReadonlyArray<readonly [kind: PastedField["kind"], pointer: string, rules: FieldRules]> = [
  ["abn", "/agent_abn", saveAtoConnection],
  ["abn", "/self_managed_super_fund/fund_abn", chooseFund],
  ["bsb", "/self_managed_super_fund/bank_account_bsb", chooseFund],
  ["account", "/self_managed_super_fund/bank_account_number", chooseFund],
  ["abn", "/unlisted_fund/abn", chooseFund],
  ["usi", "/unlisted_fund/usi", chooseFund],
  ["tfn", "/tfn", saveTax],
  ["phone", "/phone_number", saveContact],
  ["phone", "/phone_number", requestVerificationCode],
  ["phone", "/phone_number", saveIntentPerson],
  ["phone", "/contact_phone", saveEmployerDetails],
  ["postcode", "/address/postcode", saveContact]
]

const cases = fields.flatMap(([kind, pointer, rules]) =>
  pastedForms
    .filter((form) => form.kind === kind)
    .map((form) => ({ ...form, pointer, rule: rules[pointer]! }))
)

describe("a field takes a number that is pasted", () => {
  it.each(cases)("$pointer with $how: $text", ({ rule, text }) => {
    expect(checkField(rule, plainText(text))).toBeUndefined()
  })

  it.each(fields)("and no other text: %s at %s", (_kind, pointer, rules) => {
    expect(checkField(rules[pointer]!, "x 12")).toBeDefined()
  })
})
