import { seen } from "../frame/api.ts"
import { useEmbed, useWords } from "../frame/context.ts"
import { AnswerList, type ShownAnswer } from "../parts/AnswerList.tsx"
import { shownDay, shownPhone } from "../parts/shown.ts"
import { Form } from "../parts/Form.tsx"
import { type FormScreen, formScreens, type IntentView, isComplete, placeOf } from "./screens.ts"
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

/** The answers of each screen, with the way to change them. */
const Answers = ({ view }: { readonly view: IntentView }) => {
  const { ask, bases, fields, frequencies, steps } = useWords().intent
  const embed = useEmbed<IntentView>()
  const { job, person } = view

  const answer = (field: keyof typeof fields, text: string | undefined): ReadonlyArray<ShownAnswer> =>
    text === undefined ? [] : [{ label: fields[field], text }]
  const sections: ReadonlyArray<readonly [FormScreen, ReadonlyArray<ShownAnswer>]> = [
    [
      "who",
      [
        ...answer("given_name", person.given_name),
        ...answer("family_name", person.family_name),
        ...answer("email", person.email),
        ...answer("phone_number", person.phone_number && shownPhone(person.phone_number)),
        ...answer("remote_id", person.remote_id)
      ]
    ],
    [
      "job",
      [
        ...answer("start_date", job.start_date && shownDay(job.start_date)),
        ...answer("pay_basis", job.pay_basis && bases[job.pay_basis]),
        ...answer("pay_frequency", job.pay_frequency && frequencies[job.pay_frequency]),
        ...answer("job_title", job.job_title)
      ]
    ],
    ["ask", [{ label: ask.legend, text: ask.workflows[view.workflow_slug].label }]]
  ]

  return (
    <>
      {sections
        .filter(([screen]) => formScreens(view).includes(screen))
        .map(([screen, answers]) => (
          <AnswerList
            key={screen}
            id={screen}
            title={steps[screen]}
            answers={answers}
            onChange={() => embed.go(screen)}
          />
        ))}
    </>
  )
}
