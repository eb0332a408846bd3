import type { ComponentChildren } from "preact"
import { useWords } from "../frame/context.ts"
import { useField } from "./form.ts"

/** One choice: its value in the contract, its text, and a sentence about it. */
export interface Choice {
  readonly value: string
  readonly label: ComponentChildren
  readonly hint?: ComponentChildren
}

/** A group of radio buttons, or of checkboxes, under a legend. */
export const Choices = ({
  at,
  name = at,
  legend,
  hint,
  choices,
  value,
  isOptional = false,
  type = "radio",
  onChange
}: {
  readonly at: string
  /** The inputs' name, where several groups offer values for one field. */
  readonly name?: string
  readonly legend: ComponentChildren
  readonly hint?: ComponentChildren
  readonly choices: ReadonlyArray<Choice>
  readonly value?: string | undefined
  readonly isOptional?: boolean
  readonly type?: "radio" | "checkbox"
  readonly onChange?: (value: string) => void
}) => {
  const { common } = useWords()
  const { draft, error, errorId, hintId, input } = useField(at, hint)
  return (
    <fieldset class="field" aria-describedby={input["aria-describedby"]} data-invalid={error !== undefined}>
      <legend>
        {legend}
        {isOptional && <span class="small"> {common.optional}</span>}
      </legend>
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
      {choices.map((choice) => (
        <label class="choice" key={choice.value}>
          <input
            type={type}
            name={name}
            value={choice.value}
            defaultChecked={choice.value === (draft ?? value)}
            onChange={() => onChange?.(choice.value)}
          />
          <span>{choice.label}</span>
          {choice.hint !== undefined && <span class="small">{choice.hint}</span>}
        </label>
      ))}
    </fieldset>
  )
}
