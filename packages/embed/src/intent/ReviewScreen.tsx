import { seen } from "../frame/api.ts"
import { useEmbed, useWords } from "../frame/context.ts"
import { Form } from "../parts/Form.tsx"
import { Notice } from "../parts/Notice.tsx"
import { Answers } from "./Answers.tsx"
import { type IntentView, isComplete, missingIn, placeOf, REQUIRED } from "./screens.ts"
import { BackButton, StepScreen } from "./StepScreen.tsx"

/** Every answer once more. The employer sends it to payroll, or adds what is missing. */
export const ReviewScreen = ({ view }: { readonly view: IntentView }) => {
  const words = useWords().intent.review
  return (
    <StepScreen view={view} id="review" title={words.title}>
      {missingIn(view).length > 0 ? <Incomplete view={view} /> : <Sendable view={view} />}
    </StepScreen>
  )
}

const Incomplete = ({ view }: { readonly view: IntentView }) => {
  const { errors, intent } = useWords()
  const words = intent.review
  const embed = useEmbed<IntentView>()
  const missing = missingIn(view)
  return (
    <>
      <Notice kind="warn">
        <p>{words.missing}</p>
        <ul>
          {missing.map((pointer) => (
            <li key={pointer}>
              <button type="button" class="link" onClick={() => embed.go(REQUIRED[pointer])}>
                {errors.sentence("confirmIntent", pointer, "required")}
              </button>
            </li>
          ))}
        </ul>
      </Notice>
      <Answers view={view} />
      <div class="actions">
        <button type="button" onClick={() => embed.go(REQUIRED[missing[0]!])}>
          {words.addMissing}
        </button>
        <BackButton view={view} id="review" />
      </div>
    </>
  )
}

const Sendable = ({ view }: { readonly view: IntentView }) => {
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
  )
}
