import { useEffect, useRef } from "preact/hooks"
import { Notice } from "../parts/Notice.tsx"
import { useEmbed, useWords } from "./context.ts"
import { bringIntoView } from "./host.ts"
import { isPassing, type BannerMessage } from "./state.ts"

/**
 * A notice about the connection, or about a save that didn't happen. The latter is brought into view: the button that was pressed
 * may be far below.
 */
export const Banner = ({ banner }: { readonly banner: BannerMessage | undefined }) => {
  const embed = useEmbed()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (banner === undefined || isPassing(banner)) return
    bringIntoView(embed.host(), place.current)
  }, [banner])
  return <div ref={place}>{banner !== undefined && <Sentence banner={banner} />}</div>
}

const Sentence = ({ banner }: { readonly banner: BannerMessage }) => {
  const { common } = useWords()
  switch (banner.is) {
    case "offline":
      return <Notice kind="warn">{common.offline}</Notice>
    case "tooFast":
      return <Notice kind="warn">{common.tooFast}</Notice>
    case "notSaved":
      return <Notice kind="warn">{common.notSaved}</Notice>
    case "changed":
      return <Notice kind="warn">{common.changed}</Notice>
    case "conflict":
      return <Notice kind="warn">{common.conflicts[banner.code] ?? common.changed}</Notice>
    case "failed":
      return (
        <Notice kind="bad">
          <p>{common.failed}</p>
          {banner.requestId !== undefined && <p class="small">{common.requestId(banner.requestId)}</p>}
        </Notice>
      )
  }
}
