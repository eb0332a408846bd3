import {
  type CalendarDate,
  type Identity,
  IdentityInput,
  type PersonName,
  type TextLine
} from "@embedded-super/contracts/schemas"
import { checkDateOfBirth } from "./calendarDate.ts"
import type { Findings } from "./Findings.ts"
import { normaliseName } from "./personName.ts"
import { normaliseText } from "./text.ts"

type NameField = Extract<keyof IdentityInput, `${string}_name`>

/** The names that are asked, which go to the fund and into the choice form. */
export const NAMES = Object.keys(IdentityInput.fields).filter((field): field is NameField =>
  field.endsWith("_name")
)

/**
 * Names, date of birth and gender in their normal form; null for omitted fields. `at` is the path of the input in the
 * body. The texts `title_other` and `gender_other` are kept only with the choice `other`.
 */
export const takeIdentity = (
  input: IdentityInput,
  at: string,
  today: CalendarDate,
  findings: Findings
): Identity => {
  const name = (field: "title_other" | NameField): PersonName | null => {
    const given = input[field]
    return given === undefined ? null : findings.take(`${at}/${field}`, normaliseName(given))
  }
  const born = input.date_of_birth
  // An invalid name is refused even if it isn't kept.
  const title_other = name("title_other")
  return {
    title: input.title ?? null,
    title_other: input.title === "other" ? title_other : null,
    ...(Object.fromEntries(NAMES.map((field) => [field, name(field)])) as Pick<Identity, NameField>),
    date_of_birth:
      born === undefined
        ? null
        : findings.takeNormalised(`${at}/date_of_birth`, checkDateOfBirth(born, today)),
    gender: input.gender ?? null,
    gender_other:
      input.gender === "other" && input.gender_other !== undefined
        ? (normaliseText(input.gender_other) as TextLine)
        : null
  }
}
