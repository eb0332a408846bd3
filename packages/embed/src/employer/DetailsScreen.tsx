import { saveEmployerDetails } from "@embedded-super/contracts/field-rules"
import { useEffect, useRef, useState } from "preact/hooks"
import { type Schemas, seen } from "../frame/api.ts"
import { useEmbed, useWords } from "../frame/context.ts"
import type { FieldError } from "../frame/outcome.ts"
import { Choices } from "../parts/Choices.tsx"
import { Form } from "../parts/Form.tsx"
import { Busy, Notice } from "../parts/Notice.tsx"
import { byRules, type Rules, type TextAt } from "../parts/form.ts"
import { Select } from "../parts/Select.tsx"
import { TextField } from "../parts/TextField.tsx"
import type { FormDraft } from "../parts/useDraft.ts"
import { serviceLanguage } from "../texts/serviceLanguage.ts"
import { EmployerScreen } from "./EmployerScreen.tsx"
import type { EmployerView } from "./screens.ts"

type DetailsForm = Schemas["EmbedEmployerDetailsForm"]
type Change = Schemas["EmbedEmployerDetailsChange"]
type Field = Schemas["EmbedDetailsFieldName"]

/** The name of a question's input; the service points to answers by their place in the list. */
const questionAt = (id: string): string => `/custom_answers/${id}`

const missingIn = (form: DetailsForm, text: TextAt): ReadonlyArray<FieldError> => [
  ...form.fields
    .filter(({ field, required }) => required && text(`/${field}`) === undefined)
    .map(({ field }) => ({ pointer: `/${field}`, code: "required" })),
  ...form.custom_questions
    .filter(({ question_id, required }) => required && text(questionAt(question_id)) === undefined)
    .map(({ question_id }) => ({ pointer: questionAt(question_id), code: "required" }))
]

/** The number as the fund gave it, maybe with characters that nobody may type: neither checked nor sent. */
const isTheFundsNumber = (form: DetailsForm, text: TextAt): boolean =>
  text("/employer_number") === form.employer_number

const rulesOf =
  (form: DetailsForm): Rules =>
  (element, text, nameOf) =>
    byRules(saveEmployerDetails)(element, text, nameOf).filter(
      ({ pointer }) => pointer !== "/employer_number" || !isTheFundsNumber(form, text)
    )

/** The answers as the contract takes them; the values of lists are the contract's own. */
const changeOf = (form: DetailsForm, text: TextAt): Change => ({
  ...Object.fromEntries(
    [
      ...(isTheFundsNumber(form, text) ? [] : ["employer_number"]),
      ...form.fields.map(({ field }) => field)
    ].flatMap((field) => {
      const value = text(`/${field}`)
      return value === undefined ? [] : [[field, value]]
    })
  ),
  ...(form.custom_questions.length === 0
    ? {}
    : {
        custom_answers: form.custom_questions.flatMap(({ question_id }) => {
          const answer = text(questionAt(question_id))
          return answer === undefined ? [] : [{ question_id, answer }]
        })
      })
})

/** The draft has the answers to all questions as one list. */
const draftOf = (
  form: DetailsForm,
  drafted: Schemas["EmbedEmployerDetailsDraft"] | undefined
): FormDraft => ({
  step: "details",
  values: drafted,
  typedBy: (name, texts) =>
    name.startsWith("/custom_answers/")
      ? Object.fromEntries(
          form.custom_questions.flatMap(({ question_id }, place) => [
            [`/custom_answers/${place}/question_id`, question_id],
            [`/custom_answers/${place}/answer`, texts.get(questionAt(question_id)) ?? ""]
          ])
        )
      : undefined
})

/** The confirmed fund's questions to the employer (R-1-22, R-2.7). They can wait: the summary leads here again. */
export const DetailsScreen = ({
  view,
  chosen
}: {
  readonly view: EmployerView
  readonly chosen: string | undefined
}) => {
  const { common, employer } = useWords()
  const words = employer.details
  const embed = useEmbed<EmployerView>()
  const [form, setForm] = useState<DetailsForm>()
  const answered = useRef<ReadonlyArray<string>>([])
  useEffect(() => {
    void embed
      .read((api) => api.GET("/embed-api/v1/employer/details"))
      .then((answer) => {
        if (answer === undefined) embed.go("settings")
        else setForm(answer.data)
      })
  }, [])
  if (form === undefined) {
    return (
      <EmployerScreen id="details" title={words.loading} isLoading>
        <Busy>{words.asking}</Busy>
      </EmployerScreen>
    )
  }
  const save = (text: TextAt) => {
    answered.current = form.custom_questions
      .map(({ question_id }) => question_id)
      .filter((id) => text(questionAt(id)) !== undefined)
    return embed.change(
      (api, shown) =>
        api.PUT("/embed-api/v1/employer/details", { params: seen(shown), body: changeOf(form, text) }),
      "settings"
    )
  }
  const drafted = view.drafts?.details
  return (
    <EmployerScreen id="details" title={words.title(form.fund_name)}>
      <Form
        operation="saveEmployerDetails"
        rules={rulesOf(form)}
        submit={words.send(form.fund_name)}
        check={(text) => missingIn(form, text)}
        onSubmit={save}
        draft={draftOf(form, drafted)}
        nameOf={(pointer) => {
          const [, index] = /^\/custom_answers\/(\d+)/.exec(pointer) ?? []
          return index === undefined ? pointer : questionAt(answered.current[Number(index)] ?? "")
        }}
        beside={
          <button type="button" class="quiet" onClick={() => embed.go("settings")}>
            {common.skip}
          </button>
        }
      >
        {chosen !== undefined && <Notice kind="good">{employer.set.isDefault(chosen)}</Notice>}
        <TextField
          at="/employer_number"
          label={common.fund.number}
          hint={words.numberHint}
          value={form.employer_number}
          autocomplete="off"
          isOptional
        />
        {form.fields.map(({ field, required }) => (
          <DetailsField key={field} field={field} isOptional={!required} form={form} />
        ))}
        {form.custom_questions.map(({ options, question, question_id, required }) => {
          const value = [...(drafted?.custom_answers ?? []), ...form.custom_answers].find(
            (answer) => answer.question_id === question_id
          )?.answer
          const at = questionAt(question_id)
          const asked = <span {...serviceLanguage}>{question}</span>
          return options.length === 0 ? (
            <TextField key={at} at={at} label={asked} value={value} isOptional={!required} />
          ) : (
            <Choices
              key={at}
              at={at}
              legend={asked}
              value={value}
              isOptional={!required}
              choices={options.map((option) => ({
                value: option,
                label: <span {...serviceLanguage}>{option}</span>
              }))}
            />
          )
        })}
      </Form>
    </EmployerScreen>
  )
}

const DetailsField = ({
  field,
  form: { details },
  isOptional
}: {
  readonly field: Field
  readonly form: DetailsForm
  readonly isOptional: boolean
}) => {
  const words = useWords().employer.details
  const shared = { at: `/${field}`, label: words.fields[field], isOptional, value: details[field] }
  switch (field) {
    case "industry_code":
      return <Select {...shared} choose={words.chooseIndustry} options={Object.entries(words.industries)} />
    case "employee_count":
      return <Select {...shared} choose={words.chooseCount} options={Object.entries(words.counts)} />
    case "best_time_to_contact":
      return <Select {...shared} choose={words.chooseTime} options={Object.entries(words.times)} />
    case "contact_name":
      return <TextField {...shared} autocomplete="name" />
    case "contact_email":
      return <TextField {...shared} type="email" autocomplete="email" spellcheck={false} />
    case "contact_phone":
      return <TextField {...shared} type="tel" autocomplete="tel" />
  }
}
