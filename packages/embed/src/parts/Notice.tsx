import type { ComponentChildren } from "preact"
import { useId } from "preact/hooks"
import { useFieldErrors } from "./form.ts"

/** A message in the flow of the page; read out when it appears. */
export const Notice = ({
  kind,
  children
}: {
  readonly kind: "good" | "bad" | "warn" | "plain"
  readonly children: ComponentChildren
}) => (
  <div class={`notice ${kind}`} role={kind === "bad" ? "alert" : "status"}>
    {children}
  </div>
)

/** Something takes a few seconds: what. */
export const Busy = ({ children }: { readonly children: ComponentChildren }) => {
  const id = useId()
  return (
    <div>
      <p id={id} role="status">
        {children}
      </p>
      <progress aria-labelledby={id} />
    </div>
  )
}

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
