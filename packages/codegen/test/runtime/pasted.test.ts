import { describe, expect, it } from "vitest"
import { isLatin, pasted, type PastedNumber, plainText } from "../../src/runtime/pasted.ts"
import { completedSpecs } from "../../src/sources.ts"
import { pastedCodes, pastedFields, pastedForms } from "./pastedForms.ts"

interface Value {
  readonly pattern: string
  readonly maxLength: number
  readonly "x-pasted"?: PastedNumber
}

const values = completedSpecs().read("schemas/values.yaml") as Readonly<Record<string, Value>>

/** The values that the specs admit, by the kind of number. */
const admitted = new Map(
  Object.values(values).flatMap(({ "x-pasted": kind, maxLength, pattern }) =>
    kind === undefined ? [] : [[kind, { maxLength, form: new RegExp(pattern, "u") }] as const]
  )
)

/** The digits as they are kept, before a phone number gets its country code. */
const keptOf = (kind: PastedNumber, value: string): string =>
  kind === "phone" ? value.replace(/^\+61/, "0") : value

describe("a number that people paste", () => {
  it.each(pastedForms)("$kind with $how: $text", ({ kind, text, value }) => {
    expect(pasted(kind, text).replace(/^\+61/, "0")).toBe(keptOf(kind, value))
    const { form, maxLength } = admitted.get(kind)!
    expect(form.test(text)).toBe(true)
    expect([...text].length).toBeLessThanOrEqual(maxLength)
  })

  it.each(pastedCodes)("code with $how: $text", ({ kind, text, value }) => {
    expect(pasted(kind, text)).toBe(value)
  })

  it("is each of those that the specs mark", () => {
    expect([...admitted.keys()].toSorted()).toEqual(
      [...new Set(pastedFields.map(({ kind }) => kind))].toSorted()
    )
  })

  it.each(pastedFields)("$kind, $value: its pattern admits exactly what is removed", ({ groups, kind }) => {
    const { form } = admitted.get(kind)!
    const wrong = Array.from({ length: 0xffff + 1 }, (_, code) => String.fromCharCode(code)).filter(
      (letter) => {
        // Surrogates are no letters, and more digits or letters may be another number.
        if (/[\ud800-\udfff0-9A-Za-z]/.test(letter)) return false
        const isControl = /\p{Cc}/u.test(letter)
        const isRemoved = pasted(kind, groups.join(letter)) === pasted(kind, groups.join(""))
        return form.test(groups.join(letter)) !== (isRemoved && !isControl)
      }
    )
    expect(wrong).toEqual([])
  })

  it.each<readonly [PastedNumber, string]>([
    ["abn", "51 824 753 55X"],
    ["abn", "XABN 51 824 753 556"],
    ["abn", "+51 824 753 556"],
    ["abn", "51 824 753 556 51 824 753 556"],
    ["tfn", "123 456 78"],
    ["tfn", "my TFN is 123 456 782"],
    ["phone", "call 0491 570 006"],
    ["phone", "0491+570 006"],
    ["bsb", "06200"],
    ["account", "1234567890"],
    ["usi", "STA010AU"],
    ["usi", "STA0100AUS"],
    ["postcode", "800"],
    ["postcode", "3064 VIC"]
  ])("%s isn't %s", (kind, text) => {
    expect(admitted.get(kind)!.form.test(text)).toBe(false)
  })

  it("keeps a USI that begins with the letters USI", () => {
    expect(["USI0100AU", "USI: STA0100AU", "usi 60905115063003"].map((text) => pasted("usi", text))).toEqual([
      "USI0100AU",
      "STA0100AU",
      "60905115063003"
    ])
  })
})

describe("a text of one line", () => {
  it.each([
    ["  BOR-0012 345/6 ", "BOR-0012 345/6"],
    ["BOR\u00a00012", "BOR 0012"],
    ["Mary\tJane", "Mary Jane"],
    ["two\r\nlines", "two lines"],
    ["soft\u00adhyphen\u200b\u2060\ufeff", "softhyphen"],
    ["\u202dNiamh\u202c", "Niamh"],
    ["a\u0000b\u0007c\u001b\u007f\u0085", "abc"],
    ["\u3164\u115f\u1160\uffa0", ""],
    ["\u2800\u034f\u17b4\u17b5\u{1d159}\u{1d173}\u{1bca0}\ufff0", ""],
    [" \u200d\ufe0f\u180b\u{e0100}", ""],
    ["👩🏽‍🌾 1️⃣", "👩🏽‍🌾 1️⃣"],
    ["x\uffffy\ufdd0\u{1ffff}\u{10ffff}", "xy"],
    ["tag\u{e0041}\u{e007f}", "tag"],
    ["علی\u200cرضا", "علی\u200cرضا"],
    ["葛\u{e0100}城", "葛\u{e0100}城"],
    ["😀", "😀"]
  ])("%j is %j", (typed, kept) => {
    expect(plainText(typed)).toBe(kept)
  })
})

describe("a name in Latin letters", () => {
  it.each([
    ["O'Connor-Đặng", true],
    ["Nguyễn", true],
    ["Kaʻana", true],
    ["Zoe\u0308", true],
    ["J. R., Jr.", true],
    ["小龙", false],
    ["李 Li", false],
    ["محمد", false],
    ["สมชาย", false],
    ["Иван", false],
    ["अमित", false]
  ])("%s: %s", (name, is) => {
    expect(isLatin(name)).toBe(is)
  })
})
