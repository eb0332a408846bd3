import { useWords } from "../frame/context.ts"
import type { EmployeeView, StepName } from "./screens.ts"

/** The groups of fields that a step shows. */
type Group = "identity" | "contact" | "self_managed"

/** The value that a field shows, by its pointer. */
export type ValueAt = (pointer: string) => string | undefined

/** The text at a pointer, if there is one. */
const textAt = (source: unknown, pointer: string): string | undefined => {
  const found = pointer
    .split("/")
    .slice(1)
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], source)
  return typeof found === "string" ? found : undefined
}

const saved = ({ collected }: EmployeeView, group: Group): object | undefined =>
  group === "self_managed" ? collected.super_selection?.self_managed_super_fund : collected[group]

const fromPartner = ({ prefilled }: EmployeeView, group: Group): object | undefined => {
  if (group === "identity") return prefilled.identity
  return group === "self_managed" ? prefilled.self_managed_super_fund : prefilled
}

/** The values that a step's fields show: the saved ones, else the partner's. A field that was saved empty stays empty. */
export const valuesOf = (view: EmployeeView, group: Group): ValueAt => {
  const source = saved(view, group) ?? fromPartner(view, group)
  return (pointer) => textAt(source, pointer)
}

/** The code of the warning about a saved field. */
export const warningAt = ({ warnings }: EmployeeView, step: StepName, pointer: string): string | undefined =>
  warnings.find((one) => one.step === step && one.pointer === `#${pointer}`)?.code

/** The last three digits of a number that isn't shown whole. */
export const lastDigits = (number: string): string => number.slice(-3)

/** An age in whole years, of a day of birth such as 1994-02-28. */
export const ageOn = (born: string, today: Date): number => {
  const [year = 0, month = 0, day = 0] = born.split("-").map(Number)
  const isBefore = today.getMonth() + 1 < month || (today.getMonth() + 1 === month && today.getDate() < day)
  return today.getFullYear() - year - (isBefore ? 1 : 0)
}

/** The sentences about unusual values in a step, by field. The form can be sent with them. */
export const useWarnings = (view: EmployeeView, step: StepName) => {
  const { contact, warnings } = useWords().employee
  return (pointer: string): string | undefined => {
    const code = warningAt(view, step, pointer)
    if (code === undefined) return undefined
    if (code === "postcode_of_another_state") {
      const value = valuesOf(view, "contact")
      const state = value("/address/state") ?? ""
      return warnings[code](
        value("/address/postcode") ?? "",
        (contact.states as Readonly<Record<string, string>>)[state] ?? state
      )
    }
    const sentence = (warnings as Readonly<Record<string, unknown>>)[code]
    return typeof sentence === "string" ? sentence : warnings.other
  }
}
