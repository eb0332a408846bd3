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

/** The intent ended before it was sent: why. */
export const EndedScreen = ({ view: { expires_at, partner, status } }: { readonly view: IntentView }) => {
  const words = useWords().intent.ended
  const day = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "long" })
  return (
    <Screen id="ended" title={words.title} isClosed>
      <p>
        {status === "cancelled"
          ? words.cancelled(partner.name)
          : words.expired(day.format(new Date(expires_at)))}
      </p>
      <p>{words.help(partner.name)}</p>
    </Screen>
  )
}
