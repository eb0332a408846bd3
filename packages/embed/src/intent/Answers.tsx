import { useEmbed, useWords } from "../frame/context.ts"
import { AnswerList, type ShownAnswer } from "../parts/AnswerList.tsx"
import { type FormScreen, formScreens, type IntentView } from "./screens.ts"
import { shownDay, shownPhone } from "../parts/shown.ts"

/** The answers of each screen, with the way to change them. */
export const Answers = ({ view }: { readonly view: IntentView }) => {
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
