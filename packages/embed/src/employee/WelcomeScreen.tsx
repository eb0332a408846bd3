import { useEmbed, useWords } from "../frame/context.ts"
import type { EmployeeView } from "./screens.ts"
import { StepScreen, BackButton } from "./StepScreen.tsx"
import { seen } from "../frame/api.ts"
import { Form } from "../parts/Form.tsx"
import { serviceLanguage } from "../texts/serviceLanguage.ts"

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

/** The disclaimer that the employee agrees to before any fund is asked about or shown. */
export const DisclaimerScreen = ({ view }: { readonly view: EmployeeView }) => {
  const { common, employee } = useWords()
  const words = employee.disclaimer
  const embed = useEmbed<EmployeeView>()
  const { paragraphs, version } = view.super_disclaimer
  const agree = async () => {
    const isSaved = await embed.save((api, shown) =>
      api.PUT("/embed-api/v1/onboarding/super-disclaimer", {
        params: seen(shown),
        body: { accepted_version: version }
      })
    )
    // The text has changed: show the new one.
    if (!isSaved && embed.state().errors.length > 0) await embed.refresh()
  }
  return (
    <StepScreen view={view} id="super_disclaimer" title={words.title}>
      <Form
        operation="acceptDisclaimer"
        submit={words.agree}
        onSubmit={agree}
        beside={<BackButton view={view} id="super_disclaimer" />}
      >
        {common.inEnglish !== undefined && <p class="small">{common.inEnglish}</p>}
        {paragraphs.map((paragraph) => (
          <p key={paragraph} {...serviceLanguage}>
            {paragraph}
          </p>
        ))}
      </Form>
    </StepScreen>
  )
}
