import { useWords } from "../frame/context.ts"
import type { EmployeeView } from "./screens.ts"
import { StepScreen } from "./StepScreen.tsx"

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
