import { seen } from "../frame/api.ts"
import { useEmbed, useWords } from "../frame/context.ts"
import { AnswerList, type ShownAnswer } from "../parts/AnswerList.tsx"
import { Form } from "../parts/Form.tsx"
import { type Answer, useAnswers } from "./useAnswers.ts"
import type { EmployeeView } from "./screens.ts"
import { BackButton, StepScreen } from "./StepScreen.tsx"

/** An answer, with the warning about it. */
const shown = ({ label, text, warning }: Answer): ShownAnswer => ({
  label,
  text: (
    <>
      {text}
      {warning !== undefined && <p class="warning">{warning}</p>}
    </>
  )
})

/** Every answer once more. After it is confirmed nothing can be changed here. */
export const ReviewScreen = ({ view }: { readonly view: EmployeeView }) => {
  const { employee } = useWords()
  const words = employee.review
  const embed = useEmbed<EmployeeView>()
  const answers = useAnswers(view)
  return (
    <StepScreen view={view} id="review" title={words.title}>
      {(["identity", "contact", "tax", "super_selection"] as const).map((step) => (
        <AnswerList
          key={step}
          id={step}
          title={employee.steps[step]}
          answers={answers[step].map(shown)}
          onChange={() => embed.go(step)}
        />
      ))}
      <Form
        operation="confirmReview"
        submit={words.confirm}
        onSubmit={() =>
          embed.save((api, shown) =>
            api.POST("/embed-api/v1/onboarding/confirmation", {
              params: seen(shown),
              body: { confirmed: true }
            })
          )
        }
        beside={<BackButton view={view} id="review" />}
      >
        <p>{words.final}</p>
      </Form>
    </StepScreen>
  )
}
