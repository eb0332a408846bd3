import { assert, describe, it } from "@effect/vitest"
import { holdsNumber } from "./FundOperation.ts"

const TFN = "488532249"

const digitsFrom = (zero: number) =>
  [...TFN].map((digit) => String.fromCodePoint(zero + Number(digit))).join("")

const disguises: Readonly<Record<string, string>> = {
  "as it is": TFN,
  "in groups": "488 532-249",
  "within letters": `M${TFN}A`,
  "full width": digitsFrom(0xff10),
  "Arabic-Indic": digitsFrom(0x660),
  Persian: digitsFrom(0x6f0),
  Devanagari: digitsFrom(0x966),
  "bold, which NFKC folds": digitsFrom(0x1d7ce),
  "double-struck, the second of five adjoining rows": digitsFrom(0x1d7d8),
  "Adlam, beyond the first plane": digitsFrom(0x1e950),
  superscript: "⁴⁸⁸⁵³²²⁴⁹",
  circled: "④⑧⑧⑤③②②④⑨",
  "of two scripts": `488٥٣٢${digitsFrom(0xff10).slice(6)}`,
  "letters between": [...TFN].join("x"),
  "long separators": [...TFN].join("..."),
  "very long separators": [...TFN].join(" - ".repeat(50)),
  "unseen characters between": [...TFN].join("\u200b\u2060\u0007")
}

const harmless: ReadonlyArray<string> = [
  "",
  "0012345678",
  "BAN-204817",
  "EMP-004512",
  "700123456",
  "48853224",
  "4885-3224",
  "488532294",
  "942235884",
  "4885322 0 49",
  "M-2026-11-29-000488",
  "会員４８８５３２",
  "Grow 48, 85, 32, 24"
]

describe("whether a text holds a tax file number", () => {
  for (const [how, text] of Object.entries(disguises))
    it(how, () => assert.isTrue(holdsNumber(`No. ${text}/A`, TFN)))

  for (const text of harmless)
    it(`an ordinary number doesn't: ${text}`, () => assert.isFalse(holdsNumber(text, TFN)))

  it("of a hundred thousand numbers in a row only the one", () => {
    const first = Number(TFN) - 50_000
    const held = Array.from({ length: 100_000 }, (_, index) => `M-${first + index}`).filter((number) =>
      holdsNumber(number, TFN)
    )
    assert.deepStrictEqual(held, [`M-${TFN}`])
  })
})
