import type { ComponentChildren, InputHTMLAttributes } from "preact"
import { useEffect, useRef } from "preact/hooks"
import { useWords } from "../frame/context.ts"
import { useField } from "./form.ts"

/** A labelled text box. Its name is the pointer into what the form saves. */
export const TextField = ({
  at,
  label,
  hint,
  value,
  isOptional = false,
  isShort = false,
  isSecret = false,
  warning,
  type = "text",
  ...attributes
}: {
  readonly at: string
  readonly label: ComponentChildren
  readonly hint?: string | undefined
  readonly value?: string | undefined
  readonly isOptional?: boolean
  readonly isShort?: boolean
  /** Never kept: in no draft, and emptied when the field goes. */
  readonly isSecret?: boolean
  /** A sentence about a saved value that is unusual. The form can be sent with it. */
  readonly warning?: string | undefined
  readonly type?: "text" | "email" | "tel"
} & Pick<
  InputHTMLAttributes<HTMLInputElement>,
  "inputMode" | "autocomplete" | "readOnly" | "maxLength" | "spellcheck" | "onInput" | "onBlur"
>) => {
  const { common } = useWords()
  const { draft, error, errorId, hintId, id, input } = useField(at, hint)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const shown = box.current
    return () => {
      if (isSecret && shown !== null) shown.value = ""
    }
  }, [isSecret])
  return (
    <div class="field">
      <label for={id}>
        {label}
        {isOptional && <span class="small"> {common.optional}</span>}
      </label>
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
      <input
        {...input}
        {...(attributes as object)}
        {...(isSecret ? { "data-no-draft": true } : {})}
        ref={box}
        type={type as "text"}
        defaultValue={draft ?? value ?? ""}
        class={isShort ? "short" : ""}
      />
      {warning !== undefined && (
        <p class="warning" role="status">
          {warning}
        </p>
      )}
    </div>
  )
}

/** A box to say that a person has one name. It is kept in the draft only: a step with one name has no given name. */
export const OneName = ({
  label,
  isTicked,
  onChange
}: {
  readonly label: string
  readonly isTicked: boolean
  readonly onChange: (isTicked: boolean) => void
}) => (
  <div class="field">
    <label class="choice">
      <input
        type="checkbox"
        name="/only_one_name"
        value="yes"
        checked={isTicked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  </div>
)
