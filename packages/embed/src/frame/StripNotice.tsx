import { useEffect, useRef } from "preact/hooks"
import { Notice } from "../parts/Notice.tsx"
import { useEmbed, useWords } from "./context.ts"
import { bringIntoView } from "./host.ts"
import { isPassing, type Strip } from "./state.ts"

/**
 * A notice about the connection, or about a save that didn't happen. The latter is brought into view: the button that was pressed
 * may be far below.
 */
export const StripNotice = ({ strip }: { readonly strip: Strip | undefined }) => {
  const embed = useEmbed()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (strip === undefined || isPassing(strip)) return
    bringIntoView(embed.host(), place.current)
  }, [strip])
  return <div ref={place}>{strip !== undefined && <Sentence strip={strip} />}</div>
}

const Sentence = ({ strip }: { readonly strip: Strip }) => {
  const { common } = useWords()
  switch (strip.is) {
    case "offline":
      return <Notice kind="warn">{common.offline}</Notice>
    case "tooFast":
      return <Notice kind="warn">{common.tooFast}</Notice>
    case "notSaved":
      return <Notice kind="warn">{common.notSaved}</Notice>
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
