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
