import { Notice } from "../parts/Notice.tsx"
import { useWords } from "./context.ts"
import type { Strip } from "./state.ts"

/** What the person should know about the connection, or about a save that didn't happen. */
export const StripNotice = ({ strip }: { readonly strip: Strip | undefined }) => {
  const { common } = useWords()
  if (strip === undefined) return null
  switch (strip.is) {
    case "offline":
      return <Notice kind="warn">{common.offline}</Notice>
    case "tooFast":
      return <Notice kind="warn">{common.tooFast}</Notice>
    case "changed":
      return <Notice kind="warn">{common.changed}</Notice>
    case "conflict":
      return <Notice kind="warn">{common.conflicts[strip.code] ?? common.changed}</Notice>
    case "failed":
      return (
        <Notice kind="bad">
          <p>{common.failed}</p>
          {strip.requestId !== undefined && <p class="small">{common.requestId(strip.requestId)}</p>}
        </Notice>
      )
  }
}
