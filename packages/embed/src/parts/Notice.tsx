import type { ComponentChildren } from "preact"

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
