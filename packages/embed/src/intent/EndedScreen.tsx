import { useWords } from "../frame/context.ts"
import { Screen } from "../frame/Screen.tsx"
import type { IntentView } from "./screens.ts"

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
