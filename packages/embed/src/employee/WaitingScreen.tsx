import { useEffect, useState } from "preact/hooks"
import { useEmbed, useWords, usePolling } from "../frame/context.ts"
import { Busy } from "../parts/Notice.tsx"
import { LastButtons } from "./DoneScreen.tsx"
import type { EmployeeView } from "./screens.ts"
import { StepScreen } from "./StepScreen.tsx"

const CLOSE_AFTER_MS = 10_000
const LONG_AFTER_MS = 300_000

/** The sentence for the time that has passed since the employee confirmed. */
const sentenceAfter = (waited: number): "soon" | "close" | "long" =>
  waited < CLOSE_AFTER_MS ? "soon" : waited < LONG_AFTER_MS ? "close" : "long"

/** The sentence for now. A clock that is wrong shows at most an earlier one for a while. */
const useSentence = (since: string): ReturnType<typeof sentenceAfter> => {
  const [shownAt] = useState(() => performance.now())
  const waited = () => Math.max(Date.now() - Date.parse(since), performance.now() - shownAt)
  const [sentence, setSentence] = useState(() => sentenceAfter(waited()))
  useEffect(() => {
    const timer = setInterval(() => setSentence(sentenceAfter(waited())), 1000)
    return () => clearInterval(timer)
  }, [since])
  return sentence
}

/** The fund is asked, and the form is made: the employee needn't wait for either. */
export const WaitingScreen = ({ view }: { readonly view: EmployeeView }) => {
  const words = useWords().employee.waiting
  const embed = useEmbed<EmployeeView>()
  usePolling(true, embed.poll)
  const { collected, waiting } = view
  const sentence = useSentence(waiting?.since ?? collected.confirmed_at ?? new Date().toISOString())
  return (
    <StepScreen view={view} id="waiting" title={words.title}>
      <p>
        <strong>{waiting === undefined ? words.form : words.asked(waiting.fund_name)}</strong>
      </p>
      {sentence === "soon" ? (
        <Busy>{words.soon}</Busy>
      ) : (
        <div role="status">
          {sentence === "long" && <p>{words.long}</p>}
          <p>{words.close}</p>
        </div>
      )}
      <LastButtons view={view} />
    </StepScreen>
  )
}

/** The session ended before the employee finished: why. */
export const EndedScreen = ({ view }: { readonly view: EmployeeView }) => {
  const words = useWords().employee.ended
  const { at, reason } = view.ended ?? { at: view.expires_at, reason: "expired" as const }
  const day = new Intl.DateTimeFormat(document.documentElement.lang, { day: "numeric", month: "long" })
  return (
    <StepScreen view={view} id="ended" title={words.title}>
      <p>{reason === "expired" ? words.expired(day.format(new Date(at))) : words[reason]}</p>
      <p>{words.help}</p>
    </StepScreen>
  )
}
