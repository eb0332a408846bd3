import { saveIntentJob } from "@embedded-super/contracts/field-rules"
import { seen } from "../frame/api.ts"
import { useEmbed, useWords } from "../frame/context.ts"
import { Choices } from "../parts/Choices.tsx"
import { dateAt } from "../parts/dateAt.ts"
import { DateParts } from "../parts/DateParts.tsx"
import { type TextAt, byRules } from "../parts/form.ts"
import { Select } from "../parts/Select.tsx"
import { TextField } from "../parts/TextField.tsx"
import { type IntentView, isComplete } from "./screens.ts"
import { StepForm, StepScreen, BackButton } from "./StepScreen.tsx"
import { Form } from "../parts/Form.tsx"

/** The job: when it starts, its basis, how often it is paid. */
export const JobScreen = ({ view }: { readonly view: IntentView }) => {
  const { bases, fields, frequencies, job: words } = useWords().intent
  const embed = useEmbed<IntentView>()
  const { job } = view
  const save = (text: TextAt) => {
    const answers = {
      start_date: dateAt(text, "/start_date"),
      pay_basis: text("/pay_basis"),
      pay_frequency: text("/pay_frequency"),
      job_title: text("/job_title")
    }
    return embed.save((api, shown) =>
      api.PUT("/embed-api/v1/intent/job", {
        params: seen(shown),
        body: Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== undefined))
      })
    )
  }
  return (
    <StepScreen view={view} id="job" title={words.title}>
      <StepForm
        view={view}
        id="job"
        operation="saveIntentJob"
        draft={{ step: "job", values: view.drafts?.job }}
        rules={byRules(saveIntentJob)}
        required={["/start_date", "/pay_basis", "/pay_frequency"]}
        save={save}
      >
        <DateParts at="/start_date" legend={fields.start_date} hint={words.dateHint} value={job.start_date} />
        <Choices
          at="/pay_basis"
          legend={fields.pay_basis}
          value={job.pay_basis}
          choices={Object.entries(bases).map(([value, label]) => ({ value, label }))}
        />
        <Select
          at="/pay_frequency"
          label={fields.pay_frequency}
          value={job.pay_frequency}
          choose={words.chooseFrequency}
          options={Object.entries(frequencies)}
        />
        <TextField
          at="/job_title"
          label={fields.job_title}
          value={job.job_title}
          autocomplete="off"
          isOptional
        />
      </StepForm>
    </StepScreen>
  )
}

/** The choice between workflows, where there are several: each asks the employee for something else. */
export const AskScreen = ({ view }: { readonly view: IntentView }) => {
  const { common, intent } = useWords()
  const words = intent.ask
  const embed = useEmbed<IntentView>()
  const save = (slug: IntentView["workflow_slug"]) =>
    embed.save((api, shown) =>
      api.PUT("/embed-api/v1/intent/requests", { params: seen(shown), body: { workflow_slug: slug } })
    )
  return (
    <StepScreen view={view} id="ask" title={words.title}>
      <Form
        operation="saveIntentRequests"
        submit={common.continue}
        check={(text) =>
          text("/workflow_slug") === undefined ? [{ pointer: "/workflow_slug", code: "required" }] : []
        }
        onSubmit={(text) => save(view.available_workflows.find((slug) => slug === text("/workflow_slug"))!)}
        beside={<BackButton view={view} id="ask" />}
      >
        <Choices
          at="/workflow_slug"
          legend={words.legend}
          value={isComplete(view, "ask") ? view.workflow_slug : undefined}
          choices={view.available_workflows.map((value) => ({ value, ...words.workflows[value] }))}
        />
      </Form>
    </StepScreen>
  )
}
