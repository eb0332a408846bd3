import { useEmbed, useWords } from "../frame/context.ts"
import { Screen } from "../frame/Screen.tsx"
import type { IntentView } from "./screens.ts"

/** The employer has no default fund yet, so it can't onboard anybody. */
export const BlockedScreen = ({ view: { partner } }: { readonly view: IntentView }) => {
  const { common, intent } = useWords()
  const words = intent.blocked
  const embed = useEmbed<IntentView>()
  const host = embed.host()
  return (
    <Screen id="blocked" title={words.title}>
      <p>{words.text}</p>
      {!host.isHosted && <p>{words.elsewhere(partner.name)}</p>}
      <div class="actions">
        {host.isHosted && (
          <button type="button" onClick={() => host.post("employerSettingsRequested", {})}>
            {words.open}
          </button>
        )}
        <button type="button" class="quiet" onClick={() => void embed.refresh()}>
          {common.tryAgain}
        </button>
      </div>
    </Screen>
  )
}
