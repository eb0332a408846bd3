import type { ComponentChildren } from "preact"
import { useId } from "preact/hooks"

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
