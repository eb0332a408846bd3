import { useWords } from "../frame/context.ts"
import { useField } from "./form.ts"

/**
 * A list to choose one from, for lists too long for radio buttons. Nothing is chosen beforehand. The person's choice stays when
 * the view changes, as typed text does: a value of the view is only the default.
 */
export const Select = ({
  at,
  label,
  options,
  choose,
  value,
  isOptional = false,
  autocomplete,
  onChange
}: {
  readonly at: string
  readonly label: string
  readonly options: ReadonlyArray<readonly [value: string, text: string]>
  /** The text that is shown while nothing is chosen. */
  readonly choose: string
  readonly value?: string | undefined
  readonly isOptional?: boolean
  readonly autocomplete?: "honorific-prefix" | "address-level1"
  readonly onChange?: (value: string) => void
}) => {
  const { common } = useWords()
  const { draft, error, errorId, id, input } = useField(at)
  return (
    <div class="field">
      <label for={id}>
        {label}
        {isOptional && <span class="small"> {common.optional}</span>}
      </label>
      {error !== undefined && (
        <p class="error" id={errorId}>
          {error}
        </p>
      )}
      <select
        {...input}
        {...(autocomplete === undefined ? {} : { autocomplete })}
        onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
      >
        <option value="">{choose}</option>
        {options.map(([one, text]) => (
          <option key={one} value={one} {...({ defaultSelected: one === (draft ?? value) } as object)}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
