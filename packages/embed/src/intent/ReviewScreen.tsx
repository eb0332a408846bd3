import { seen } from "../frame/api.ts"
import { useEmbed, useWords } from "../frame/context.ts"
import { Form } from "../parts/Form.tsx"
import { Answers } from "./Answers.tsx"
import { type IntentView, isComplete, placeOf } from "./screens.ts"
import { BackButton, StepScreen } from "./StepScreen.tsx"

/** Every answer once more. The employer sends it to payroll. */
export const ReviewScreen = ({ view }: { readonly view: IntentView }) => {
  const words = useWords().intent.review
  const embed = useEmbed<IntentView>()
  /** A workflow that nobody can choose is saved first: it has no screen of its own. */
  const send = async () => {
    const [only] = view.available_workflows
    const saved =
      isComplete(view, "ask") ||
      (await embed.save(
        (api, shown) =>
          api.PUT("/embed-api/v1/intent/requests", {
            params: seen(shown),
            body: { workflow_slug: only ?? view.workflow_slug }
          }),
        "review"
      ))
    return (
      saved &&
      embed.save((api, shown) =>
        api.POST("/embed-api/v1/intent/confirmation", { params: seen(shown), body: { confirmed: true } })
      )
    )
  }
  return (
    <StepScreen view={view} id="review" title={words.title}>
      <Form
        operation="confirmIntent"
        submit={words.send(view.partner.name)}
        onSubmit={send}
        placeOf={(pointer) => placeOf(view, pointer)}
        beside={<BackButton view={view} id="review" />}
      >
        <Answers view={view} />
        <p>{words.asked}</p>
        <p>{words.noTfn}</p>
      </Form>
    </StepScreen>
  )
}
