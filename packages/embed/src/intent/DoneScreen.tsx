import { useEmbed, useWords } from "../frame/context.ts"
import { Screen } from "../frame/Screen.tsx"
import { Notice } from "../parts/Notice.tsx"
import type { IntentView } from "./screens.ts"

/**
 * The intent is sent; also shown when the employer comes back to it. Another person needs another URL, so both buttons end
 * the embed.
 */
export const DoneScreen = ({ view: { partner, person } }: { readonly view: IntentView }) => {
  const { common, intent } = useWords()
  const words = intent.done
  const embed = useEmbed<IntentView>()
  const end = () => void embed.end()
  return (
    <Screen id="done" title={words.title}>
      <Notice kind="good">{words.text(partner.name, person.given_name ?? person.family_name ?? "")}</Notice>
      <p>{words.next}</p>
      <div class="actions">
        {embed.host().isHosted && (
          <button type="button" onClick={end}>
            {words.another}
          </button>
        )}
        <button type="button" class="quiet" onClick={end}>
          {common.done}
        </button>
      </div>
    </Screen>
  )
}
