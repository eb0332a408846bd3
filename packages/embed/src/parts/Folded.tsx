import type { ComponentChildren } from "preact"
import { useFieldErrors } from "./form.ts"

/** Fields that few people need, folded away. They are shown if one of them has a value or a mistake. */
export const Folded = ({
  summary,
  fields,
  isOpen,
  children
}: {
  readonly summary: string
  /** The pointers of the fields inside. */
  readonly fields: ReadonlyArray<string>
  readonly isOpen: boolean
  readonly children: ComponentChildren
}) => {
  const hasMistake = useFieldErrors(fields)
  return (
    <details open={isOpen || hasMistake}>
      <summary>{summary}</summary>
      <div class="folded">{children}</div>
    </details>
  )
}
