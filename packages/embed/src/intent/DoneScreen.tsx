import { useEmbed, useWords } from "../frame/context.ts"
import { Screen } from "../frame/Screen.tsx"
import { Notice } from "../parts/Notice.tsx"
import type { IntentView } from "./screens.ts"

/** The intent is sent; also shown when the employer comes back to it. Another person needs another URL, from the partner. */
export const DoneScreen = ({ view: { partner, person } }: { readonly view: IntentView }) => {
  const { common, intent } = useWords()
  const words = intent.done
  const embed = useEmbed<IntentView>()
  return (
    <Screen id="done" title={words.title}>
      <Notice kind="good">{words.text(partner.name, person.given_name ?? person.family_name ?? "")}</Notice>
      <p>{words.next}</p>
      <div class="actions">
        <button type="button" onClick={() => void embed.end()}>
          {common.done}
        </button>
      </div>
    </Screen>
  )
}
