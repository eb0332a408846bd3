import { useWords } from "../frame/context.ts"
import type { EmployeeView } from "./screens.ts"
import { StepScreen } from "./StepScreen.tsx"

/** The session ended before the employee finished: why. */
export const EndedScreen = ({ view }: { readonly view: EmployeeView }) => {
  const words = useWords().employee.ended
  const day = new Intl.DateTimeFormat(document.documentElement.lang, { day: "numeric", month: "long" })
  return (
    <StepScreen view={view} id="ended" title={words.title}>
      <p>
        {view.state === "cancelled" ? words.cancelled : words.expired(day.format(new Date(view.expires_at)))}
      </p>
      <p>{words.help}</p>
    </StepScreen>
  )
}
