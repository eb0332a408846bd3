import { useWords } from "../frame/context.ts"
import { dateIn, PARTS } from "./dateAt.ts"
import { useField } from "./form.ts"

/**
 * A date as three boxes, in the order in which Australians write it. Nothing jumps while typing. A whole date that is pasted
 * or typed into one box fills all three.
 */
export const DateParts = ({
  at,
  legend,
  hint,
  value,
  warning,
  isBirthday = false
}: {
  readonly at: string
  readonly legend: string
  readonly hint?: string | undefined
  /** YYYY-MM-DD. */
  readonly value?: string | undefined
  /** A sentence about a saved value that is unusual. The form can be sent with it. */
  readonly warning?: string | undefined
  readonly isBirthday?: boolean
}) => {
  const { common } = useWords()
  const { draft, error, errorId, hintId, id, input } = useField(at, hint)
  const [year = "", month = "", day = ""] = (draft ?? value)?.split("-") ?? []
  // It runs before the form reads the boxes for the draft.
  const spread = ({ currentTarget: { form, value: typed } }: { currentTarget: HTMLInputElement }) => {
    const date = dateIn(typed)
    if (date === undefined) return
    for (const part of PARTS) {
      const box = form?.elements.namedItem(`${at}/${part}`)
      if (box instanceof HTMLInputElement) box.value = date[part]
    }
  }
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
              onInput={spread}
              defaultValue={values[part]}
              aria-invalid={error !== undefined}
              {...(isBirthday ? { autocomplete: `bday-${part}` as const } : {})}
            />
          </label>
        ))}
      </div>
      {warning !== undefined && (
        <p class="warning" role="status">
          {warning}
        </p>
      )}
    </fieldset>
  )
}
