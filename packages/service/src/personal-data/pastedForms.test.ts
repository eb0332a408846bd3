/** The schemas accept every form in which people paste a number, and the service stores one form (D-pasted-text). */
import * as S from "@embedded-super/contracts/schemas"
import { checkRow, readHeader } from "@embedded-super/rules/employer-list/checkRow"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { type PastedField, pastedForms } from "../../../codegen/test/runtime/pastedForms.ts"
import { readTfn } from "../onboarding-sessions/prefill.ts"
import { readAbn, readAccount, readBsb, readPostcode, readUsi } from "./text.ts"
import { normalisePhoneNumber } from "./phoneNumber.ts"

/** The form in which the service stores a text; throws if the schema refuses the text. */
const kept: Readonly<Record<PastedField["kind"], (text: string) => string>> = {
  abn: (text) => readAbn(Schema.decodeSync(S.AbnInput)(text)),
  tfn: (text) => Redacted.value(readTfn(Schema.decodeSync(S.TfnInput)(text))),
  phone: (text) => Result.getOrThrow(normalisePhoneNumber(Schema.decodeSync(S.PhoneNumberInput)(text))).value,
  bsb: (text) => readBsb(Schema.decodeSync(S.BsbInput)(text)),
  account: (text) => readAccount(Schema.decodeSync(S.BankAccountNumberInput)(text)),
  usi: (text) => readUsi(Schema.decodeSync(S.UsiInput)(text)),
  postcode: (text) => readPostcode(Schema.decodeSync(S.PostcodeInput)(text))
}

describe("what the service keeps", () => {
  it.each(pastedForms)("of the $kind, with $how", ({ kind, text, value }) => {
    expect(kept[kind](text)).toBe(value)
  })
})

const columns = readHeader(["abn"])
if (typeof columns === "string") throw new Error(columns)

describe("a list of employers", () => {
  it.each(pastedForms.filter(({ kind }) => kind === "abn"))("has an ABN with $how", ({ text, value }) => {
    expect(checkRow([text], columns, "plain")).toMatchObject({ value, code: undefined })
  })
})
