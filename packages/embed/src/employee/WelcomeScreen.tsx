import { useEmbed, useWords } from "../frame/context.ts"
import type { EmployeeView } from "./screens.ts"
import { StepScreen } from "./StepScreen.tsx"

/** The introduction: the purpose, the time that it takes, and the things to have ready. Shown until something is saved. */
export const WelcomeScreen = ({ view }: { readonly view: EmployeeView }) => {
  const words = useWords().employee.welcome
  const embed = useEmbed<EmployeeView>()
  return (
    <StepScreen view={view} id="welcome" title={words.title(view.employer_name)}>
      <p>{words.time}</p>
      <p>{words.ready}</p>
      <ul>
        {words.things.map((thing) => (
          <li key={thing}>{thing}</li>
        ))}
      </ul>
      <p>{words.stop}</p>
      <div class="actions">
        <button type="button" onClick={() => embed.go(view.current_step)}>
          {words.start}
        </button>
      </div>
    </StepScreen>
  )
}
