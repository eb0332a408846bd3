import { useEmbed, useWords } from "../frame/context.ts"

/** Back to the summary, without saving. */
export const BackToSettings = () => {
  const { common } = useWords()
  const embed = useEmbed()
  return (
    <button type="button" class="quiet" onClick={() => embed.go("settings")}>
      {common.back}
    </button>
  )
}
