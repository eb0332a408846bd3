import { expect, it } from "vitest"
import { learnNames, piecesOf } from "./translatable.ts"

const namesIn = (text: string) => piecesOf(text).flatMap(({ isName, text }) => (isName ? [text] : []))

it("names are learned from answers, and found in the frame's sentences", () => {
  expect(piecesOf("You're a member of Banksia Super.")).toEqual([
    { text: "You're a member of Banksia Super.", isName: false }
  ])
  learnNames({
    employer_name: "Wattle & Daughters (Pty) Ltd",
    partner: { name: "Wattle Payroll" },
    matches: [{ fund_product: { fund_name: "Banksia Super", name: "Banksia Super Growth" } }],
    prefilled: { identity: { given_name: "Niamh", family_name: "Do", date_of_birth: "1994-02-28" } },
    tax: null
  })
  for (const [text, names] of [
    ["You're a member of Banksia Super.", ["Banksia Super"]],
    ["Banksia Super Growth, ABN 60 905 115 063", ["Banksia Super Growth"]],
    ["Super for your new job at Wattle & Daughters (Pty) Ltd", ["Wattle & Daughters (Pty) Ltd"]],
    ["Wattle Payroll will invite Niamh.", ["Wattle Payroll", "Niamh"]],
    ["您已是 Banksia Super 的会员。", ["Banksia Super"]],
    ["Niamhs", []],
    // Too short to tell from a word.
    ["Do you agree?", []],
    ["1994-02-28", []]
  ] as const) {
    expect(namesIn(text), text).toEqual(names)
    expect(
      piecesOf(text)
        .map(({ text }) => text)
        .join("")
    ).toBe(text)
  }
})
