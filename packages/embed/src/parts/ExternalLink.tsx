import type { ComponentChildren } from "preact"
import { useWords } from "../frame/context.ts"

/** A link that leaves the embed, in a new tab; only to the web. */
export const ExternalLink = ({
  href,
  children
}: {
  readonly href: string
  readonly children: ComponentChildren
}) => {
  const { common } = useWords()
  if (!/^https?:\/\//i.test(href)) return <>{children}</>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <span class="visually-hidden"> {common.newTab}</span>
    </a>
  )
}
