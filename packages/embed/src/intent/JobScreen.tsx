import { saveIntentJob } from "@embedded-super/contracts/field-rules"
import { seen } from "../frame/api.ts"
import { useEmbed, useWords } from "../frame/context.ts"
import { Choices } from "../parts/Choices.tsx"
import { dateAt } from "../parts/dateAt.ts"
import { DateParts } from "../parts/DateParts.tsx"
import type { TextAt } from "../parts/form.ts"
import { Select } from "../parts/Select.tsx"
import { TextField } from "../parts/TextField.tsx"
import type { IntentView } from "./screens.ts"
import { byRules } from "../parts/rules.ts"
import { StepForm, StepScreen } from "./StepScreen.tsx"

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
