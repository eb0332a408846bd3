import type { ComponentChildren } from "preact"
import { useId } from "preact/hooks"

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
