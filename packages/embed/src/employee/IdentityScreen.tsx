import { isLatin } from "@embedded-super/contracts/pasted"
import { saveIdentity } from "@embedded-super/contracts/field-rules"
import { useRef, useState } from "preact/hooks"
import { seen } from "../frame/api.ts"
import { useEmbed, useWords } from "../frame/context.ts"
import { typedAt } from "../frame/drafts.ts"
import { Choices } from "../parts/Choices.tsx"
import { dateAt } from "../parts/dateAt.ts"
import { DateParts } from "../parts/DateParts.tsx"
import { Folded } from "../parts/Notice.tsx"
import { given, oneOf, type TextAt, byRules } from "../parts/form.ts"
import { Form } from "../parts/Form.tsx"
import { OneName, TextField } from "../parts/TextField.tsx"
import { Select } from "../parts/Select.tsx"
import type { FormDraft } from "../parts/useDraft.ts"
import type { EmployeeView } from "./screens.ts"
import { BackButton, StepScreen } from "./StepScreen.tsx"
import { useWarnings, valuesOf } from "./values.ts"

const TITLES = ["mr", "mrs", "miss", "ms", "mx", "dr", "other"] as const
const GENDERS = ["female", "male", "other"] as const
const EARLIER = ["/previous_given_name", "/previous_family_name"]

/** The body that the identity step saves. */
const bodyOf = (text: TextAt) =>
  given({
    title: oneOf(TITLES, text("/title")),
    title_other: text("/title_other"),
    given_name: text("/given_name"),
    middle_name: text("/middle_name"),
    family_name: text("/family_name") ?? "",
    previous_given_name: text("/previous_given_name"),
    previous_family_name: text("/previous_family_name"),
    date_of_birth: dateAt(text, "/date_of_birth") ?? "",
    gender: oneOf(GENDERS, text("/gender")),
    gender_other: text("/gender_other")
  })

/** The tick of "only one name" may have filled in the family name, so both are kept. */
const typedWithFamilyName: NonNullable<FormDraft["typedBy"]> = (name, texts) =>
  name === "/only_one_name" ? { ...typedAt(texts, name), ...typedAt(texts, "/family_name") } : undefined

/** Names, date of birth, gender. */
export const IdentityScreen = ({ view }: { readonly view: EmployeeView }) => {
  const { common, employee } = useWords()
  const { fields, identity: words } = employee
  const embed = useEmbed<EmployeeView>()
  const value = valuesOf(view, "identity")
  const warning = useWarnings(view, "identity")
  /** A name that the payroll gave in another script, which the employee is asked for in Latin letters. */
  const nameFrom = (pointer: string) => {
    const text = value(pointer)
    return {
      at: pointer,
      value: text,
      warning: text === undefined || isLatin(text) ? undefined : words.notLatin
    }
  }
  const typed = view.drafts?.identity
  const [title, setTitle] = useState(typed?.title ?? value("/title"))
  const [gender, setGender] = useState(typed?.gender ?? value("/gender"))
  const [isSingle, setSingle] = useState(
    Boolean(
      typed?.only_one_name ?? (view.collected.identity !== undefined && value("/given_name") === undefined)
    )
  )
  const names = useRef<HTMLDivElement>(null)
  const becomeSingle = (single: boolean) => {
    const [first, family] = ["/given_name", "/family_name"].map((name) =>
      names.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)
    )
    if (single && family?.value === "") family.value = first?.value ?? ""
    setSingle(single)
  }
  const check = (text: TextAt) => [
    ...(!isSingle && text("/given_name") === undefined ? [{ pointer: "/given_name", code: "required" }] : []),
    ...(title === "other" && text("/title_other") === undefined
      ? [{ pointer: "/title_other", code: "required" }]
      : []),
    ...(gender === "other" && text("/gender_other") === undefined
      ? [{ pointer: "/gender_other", code: "required" }]
      : [])
  ]
  return (
    <StepScreen view={view} id="identity" title={words.title}>
      <Form
        operation="saveIdentity"
        rules={byRules(saveIdentity)}
        draft={{ step: "identity", values: typed, typedBy: typedWithFamilyName }}
        submit={common.continue}
        check={check}
        onSubmit={(text) =>
          embed.save((api, shown) =>
            api.PUT("/embed-api/v1/onboarding/identity", { params: seen(shown), body: bodyOf(text) })
          )
        }
        beside={<BackButton view={view} id="identity" />}
      >
        <Select
          at="/title"
          label={words.personTitle}
          choose={words.noTitle}
          options={TITLES.map((one) => [one, words.titles[one]] as const)}
          value={title}
          isOptional
          autocomplete="honorific-prefix"
          onChange={setTitle}
        />
        {title === "other" && (
          <TextField at="/title_other" label={words.titleOther} value={value("/title_other")} isShort />
        )}
        <div ref={names}>
          {!isSingle && (
            <>
              <TextField
                {...nameFrom("/given_name")}
                label={fields.first_name}
                hint={words.latinHint}
                autocomplete="given-name"
              />
              <TextField
                {...nameFrom("/middle_name")}
                label={fields.middle_name}
                isOptional
                autocomplete="additional-name"
              />
            </>
          )}
          <TextField
            {...nameFrom("/family_name")}
            label={isSingle ? words.singleName : fields.family_name}
            hint={words.latinHint}
            autocomplete={isSingle ? "name" : "family-name"}
          />
          <OneName label={words.single} isTicked={isSingle} onChange={becomeSingle} />
        </div>
        <Folded
          summary={words.earlier}
          fields={EARLIER}
          isOpen={EARLIER.some((name) => value(name) !== undefined)}
        >
          <p class="hint">{words.earlierHint}</p>
          <TextField
            {...nameFrom("/previous_given_name")}
            label={words.earlierGiven}
            isOptional
            autocomplete="off"
          />
          <TextField
            {...nameFrom("/previous_family_name")}
            label={words.earlierFamily}
            isOptional
            autocomplete="off"
          />
        </Folded>
        <DateParts
          at="/date_of_birth"
          legend={fields.date_of_birth}
          hint={words.bornHint}
          value={value("/date_of_birth")}
          warning={warning("/date_of_birth")}
          isBirthday
        />
        <Choices
          at="/gender"
          legend={fields.gender}
          isOptional
          value={gender ?? (view.collected.identity === undefined ? undefined : "")}
          onChange={setGender}
          choices={[
            ...GENDERS.map((one) => ({ value: one, label: words.genders[one] })),
            { value: "", label: words.noGender }
          ]}
        />
        {gender === "other" && (
          <TextField at="/gender_other" label={words.genderOther} value={value("/gender_other")} />
        )}
      </Form>
    </StepScreen>
  )
}
