import * as Effect from "effect/Effect"
import type { ChoiceForm } from "../src/onboarding-sessions/choice-form/choiceForm.ts"
import { formFonts, renderPdf } from "../src/onboarding-sessions/choice-form/renderPdf.ts"

const form = (
  name: string,
  rows: number,
  paragraph = "I ask my employer to pay my future super contributions to the fund above."
): ChoiceForm => ({
  title: "Superannuation standard choice form",
  introduction: "The employee's choice of a super fund. It was filled in and confirmed electronically.",
  sections: [
    { heading: "1. The choice", rows: [["I choose", "A super fund that I am a member of"]] },
    { heading: "2. The declaration", rows: [["Confirmed by", name]], paragraph },
    {
      heading: "3. More",
      rows: Array.from(
        { length: rows },
        (_, index) => [`Field ${index}`, `Value ${index} `.repeat(30)] as const
      )
    }
  ],
  footer: "Onboarding session 01a1fb82-8f40-7000-8000-000000000031"
})

/** Forms of each kind that the layout distinguishes. */
const FORMS: Readonly<Record<string, ChoiceForm>> = {
  "one page": form("Niamh O'Connor-Đặng", 3),
  "a table over several pages": form("Niamh O'Connor-Đặng", 60),
  "a paragraph over several pages": form("Niamh O'Connor-Đặng", 3, "The chosen fund is paid. ".repeat(400)),
  "letters that can't be printed": form("李小明", 3)
}

/** The same forms as PDFs. */
export const exampleForms = Effect.gen(function* () {
  const fonts = yield* formFonts
  return yield* Effect.forEach(Object.entries(FORMS), ([name, content]) =>
    Effect.map(renderPdf(content, fonts, new Date("2026-11-21T00:00:00Z")), (pdf) => ({ name, content, pdf }))
  )
})
