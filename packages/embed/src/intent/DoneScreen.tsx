import { useEmbed, useWords } from "../frame/context.ts"
import { Screen } from "../frame/Screen.tsx"
import { Notice } from "../parts/Notice.tsx"
import type { IntentView } from "./screens.ts"

/** The intent is sent; also shown when the employer comes back to it. Another person needs another URL. */
export const DoneScreen = ({ view: { partner, person } }: { readonly view: IntentView }) => {
  const words = useWords().intent.done
  const host = useEmbed<IntentView>().host()
  return (
    <Screen id="done" title={words.title}>
      <Notice kind="good">{words.text(partner.name, person.given_name ?? person.family_name ?? "")}</Notice>
      <p>{words.next}</p>
      {host.isHosted && (
        <div class="actions">
          <button type="button" class="quiet" onClick={() => host.post("closeRequested", {})}>
            {words.another}
          </button>
        </div>
      )}
    </Screen>
  )
}
