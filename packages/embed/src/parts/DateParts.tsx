import { useWords } from "../frame/context.ts"
import type { TextAt } from "./Form.tsx"
import { useField } from "./form.ts"

const PARTS = ["day", "month", "year"] as const

/** The date in three boxes as YYYY-MM-DD; undefined if all are empty, and as typed where it isn't a date. */
export const dateAt = (text: TextAt, pointer: string): string | undefined => {
  const [day, month, year] = PARTS.map((part) => text(`${pointer}/${part}`))
  if (day === undefined && month === undefined && year === undefined) return undefined
  return [year ?? "", (month ?? "").padStart(2, "0"), (day ?? "").padStart(2, "0")].join("-")
}

/** A date as three boxes, in the order in which Australians write it. Nothing jumps while typing. */
export const DateParts = ({
  at,
  legend,
  hint,
  value,
  isBirthday = false
}: {
  readonly at: string
  readonly legend: string
  readonly hint?: string | undefined
  /** YYYY-MM-DD. */
  readonly value?: string | undefined
  readonly isBirthday?: boolean
}) => {
  const { common } = useWords()
  const { draft, error, errorId, hintId, id, input } = useField(at, hint)
  const [year = "", month = "", day = ""] = (draft ?? value)?.split("-") ?? []
  const values = { day: day.replace(/^0/, ""), month: month.replace(/^0/, ""), year }
  return (
    <fieldset class="field" aria-describedby={input["aria-describedby"]}>
      <legend>{legend}</legend>
      {hint !== undefined && (
        <p class="hint" id={hintId}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p class="error" id={errorId}>
          {error}
        </p>
      )}
      <div class="dates">
        {PARTS.map((part) => (
          <label key={part} for={`${id}-${part}`}>
            {common.date[part]}
            <input
              id={`${id}-${part}`}
              name={`${at}/${part}`}
              {...(part === "day" ? { "data-at": at } : {})}
              class={part}
              type="text"
              inputMode="numeric"
              maxLength={part === "year" ? 4 : 2}
              defaultValue={values[part]}
              aria-invalid={error !== undefined}
              {...(isBirthday ? { autocomplete: `bday-${part}` as const } : {})}
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
