import type {
  CalendarDate,
  Identity,
  IdentityInput,
  PersonName,
  TextLine
} from "@embedded-super/contracts/schemas"
import { checkDateOfBirth } from "./calendarDate.ts"
import type { Findings } from "./Findings.ts"
import { normaliseName } from "./personName.ts"
import { normaliseText } from "./text.ts"

type NameField = "title_other" | Extract<keyof IdentityInput, `${string}_name`>

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
  const name = (field: NameField): PersonName | null => {
    const given = input[field]
    return given === undefined ? null : findings.take(`${at}/${field}`, normaliseName(given))
  }
  const born = input.date_of_birth
  // An invalid name is refused even if it isn't kept.
  const title_other = name("title_other")
  return {
    title: input.title ?? null,
    title_other: input.title === "other" ? title_other : null,
    given_name: name("given_name"),
    middle_name: name("middle_name"),
    family_name: name("family_name"),
    previous_given_name: name("previous_given_name"),
    previous_family_name: name("previous_family_name"),
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
