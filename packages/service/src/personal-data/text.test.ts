import {
  EmailAddress,
  OrganisationName,
  MemberNumber,
  PersonName,
  RemoteId
} from "@embedded-super/contracts/schemas"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import * as S from "@embedded-super/contracts/schemas"
import { checkRow, readHeader } from "@embedded-super/rules/employer-list/checkRow"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { normaliseEmail, readAbn, readAccount, readBsb, readPostcode, readUsi } from "./text.ts"
import { type PastedField, pastedForms } from "../../../codegen/test/runtime/pastedForms.ts"
import { readTfn } from "../onboarding-sessions/prefill.ts"
import { normalisePhoneNumber } from "./phoneNumber.ts"

const outcome = (input: string) =>
  Option.match(Schema.decodeUnknownOption(EmailAddress)(input), {
    onNone: () => "refused",
    onSome: normaliseEmail
  })

describe("email has one @, a domain with a dot, and 254 characters at most", () => {
  it.each([
    ["Ada.Lovelace@Example.COM", "Ada.Lovelace@example.com"],
    ["ada+super@mail.example.com.au", "ada+super@mail.example.com.au"],
    ["zo\u00eb@b\u00fccher.example", "zo\u00eb@b\u00fccher.example"],
    [" ada@example.com ", "refused"],
    ["ada@example", "refused"],
    ["ada@@example.com", "refused"],
    ["ada@example..com", "refused"],
    ["@example.com", "refused"],
    ["ada lovelace@example.com", "refused"],
    [`ada@${"x".repeat(250)}.com`, "refused"]
  ])("%s is %s", (input, want) => {
    expect(outcome(input)).toBe(want)
  })
})

describe("email holds no control characters and nothing invisible", () => {
  it.each([
    "\u0000",
    "\u0007",
    "\u001b",
    "\u007f",
    "\u0085",
    "\u200b",
    "\u200e",
    "\u202e",
    "\u2066",
    "\u3164",
    "\ufeff",
    "\uffff",
    "\u{e0041}"
  ])("%j is refused before the @, after it, and at the end", (character) => {
    for (const address of [`a${character}@b.cd`, `a@b${character}.cd`, `a@b.cd${character}`])
      expect(outcome(address)).toBe("refused")
  })
})

describe("a text of one line holds something that is seen", () => {
  const texts = { OrganisationName, PersonName, RemoteId, MemberNumber } as const
  const takes = (name: string, text: string) =>
    Option.isSome(Schema.decodeUnknownOption(texts[name as "OrganisationName"])(text))
  const names = Object.keys(texts)
  const nothing =
    "\u00ad \u034f \u061c \u115f \u17b4 \u17b5 \u180b \u180c \u180d \u180e \u180f \u200b \u200c \u200d \u2060 \u2800 \u3164 \ufe00 \ufe0f \ufeff \uffa0 \ufff0 \u{1bca0} \u{1d159} \u{1d173} \u{1d17a} \u{e0001} \u{e0100} \u{e01ef}"

  it.each(nothing.split(" "))("not %j alone, nor two of it, nor first", (character) => {
    for (const name of names)
      for (const text of [character, `${character}${character}`, `${character}a`])
        expect([name, text, takes(name, text)]).toEqual([name, text, false])
  })

  it.each(["علی\u200cرضا", "葛\u{e0100}城", "ᠮᠣᠩ\u180bᠭᠣᠯ", "क्\u200dष"])("%s is a name", (text) => {
    for (const name of names) expect([name, takes(name, text)]).toEqual([name, true])
  })

  it.each(["👩🏽‍🌾", "❤\ufe0f", "1\ufe0f\u20e3"])("%s may be in an employer's name", (text) => {
    expect(takes("OrganisationName", text)).toBe(true)
  })
})

/** The schemas accept every form in which people paste a number, and the service stores one form (D-pasted-text). */

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

// The schemas accept every form in which people paste a number, and the service stores one form (D-pasted-text).
describe("the stored form", () => {
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
