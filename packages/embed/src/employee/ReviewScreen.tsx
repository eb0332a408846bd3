import type { ComponentChildren } from "preact"
import { seen } from "../frame/api.ts"
import { useEmbed, useWords } from "../frame/context.ts"
import { Form } from "../parts/Form.tsx"
import { type Answer, useAnswers } from "./useAnswers.ts"
import type { EmployeeView } from "./screens.ts"
import { BackButton, StepScreen } from "./StepScreen.tsx"

/** One step's answers, with the way to change them, which comes back here. */
const Section = ({
  title,
  answers,
  step
}: {
  readonly title: string
  readonly answers: ReadonlyArray<Answer>
  readonly step: string
}) => {
  const { common } = useWords()
  const embed = useEmbed<EmployeeView>()
  return (
    <section aria-labelledby={`answers-${step}`}>
      <div class="row">
        <h2 id={`answers-${step}`}>{title}</h2>
        <button type="button" class="link" onClick={() => embed.go(step)}>
          {common.change}
          <span class="visually-hidden"> {title}</span>
        </button>
      </div>
      <dl class="sum">
        {answers.map(({ label, text, warning }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {text}
              {warning !== undefined && <Warning>{warning}</Warning>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const Warning = ({ children }: { readonly children: ComponentChildren }) => <p class="warning">{children}</p>

/** Every answer once more. After it is confirmed nothing can be changed here. */
export const ReviewScreen = ({ view }: { readonly view: EmployeeView }) => {
  const { employee } = useWords()
  const words = employee.review
  const embed = useEmbed<EmployeeView>()
  const answers = useAnswers(view)
  return (
    <StepScreen view={view} id="review" title={words.title}>
      {(["identity", "contact", "tax", "super_selection"] as const).map((step) => (
        <Section key={step} step={step} title={employee.steps[step]} answers={answers[step]} />
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
