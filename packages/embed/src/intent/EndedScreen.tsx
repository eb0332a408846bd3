import { useWords } from "../frame/context.ts"
import { Screen } from "../frame/Screen.tsx"
import type { IntentView } from "./screens.ts"
import { shownDay } from "../parts/shown.ts"

/** The intent ended before it was sent: why. */
export const EndedScreen = ({ view: { expires_at, status } }: { readonly view: IntentView }) => {
  const words = useWords().intent.ended
  return (
    <Screen id="ended" title={words.title}>
      <p>{status === "cancelled" ? words.cancelled : words.expired(shownDay(expires_at.slice(0, 10)))}</p>
      <p>{words.help}</p>
    </Screen>
  )
}
