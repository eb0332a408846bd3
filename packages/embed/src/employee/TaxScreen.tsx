import { saveTax } from "@embedded-super/contracts/field-rules"
import { pasted } from "@embedded-super/contracts/pasted"
import { useState } from "preact/hooks"
import { seen } from "../frame/api.ts"
import { useEmbed, useWords } from "../frame/context.ts"
import { Choices } from "../parts/Choices.tsx"
import { oneOf, type TextAt, byRules } from "../parts/form.ts"
import { Form } from "../parts/Form.tsx"
import { TextField } from "../parts/TextField.tsx"
import type { EmployeeView } from "./screens.ts"
import { BackButton, StepScreen } from "./StepScreen.tsx"
import { SavedTax, SuppliedTax, TaxNotice } from "./taxParts.tsx"
import { ageOn } from "./values.ts"

const REASONS = ["pending", "under_eighteen", "pensioner", "not_quoted"] as const

/** Shows a whole number as 3-3-3 once it is left; while it is typed, nothing moves. */
const group = ({ currentTarget: box }: { readonly currentTarget: HTMLInputElement }) => {
  const digits = pasted("tfn", box.value)
  if (/^\d{9}$/.test(digits)) box.value = digits.replace(/(\d{3})(\d{3})(\d{3})/, "$1 $2 $3")
}

/**
 * The tax file number, or why there is none. The number is only ever in its box: it goes into the one request, and the box is
 * emptied when it goes (`isSecret`). A stored number comes back by its last three digits.
 */
export const TaxScreen = ({ view }: { readonly view: EmployeeView }) => {
  const { common, employee } = useWords()
  const words = employee.tax
  const embed = useEmbed<EmployeeView>()
  const { identity, tax } = view.collected
  const [isOpen, setOpen] = useState(false)
  const [hasTfn, setHasTfn] = useState(tax && (tax.tfn_provided ? "yes" : "no"))
  // The answer of the person, else what the partner supplied.
  const masked = (tax ?? view.prefilled.tax)?.tfn_masked
  if (!isOpen && masked !== undefined) {
    const Kept = tax === undefined ? SuppliedTax : SavedTax
    return (
      <StepScreen view={view} id="tax" title={words.title}>
        <Kept
          view={view}
          masked={masked}
          beside={
            <>
              <button type="button" class="quiet" onClick={() => setOpen(true)}>
                {words.changeIt}
              </button>
              <BackButton view={view} id="tax" />
            </>
          }
        />
      </StepScreen>
    )
  }
  const isAdult = identity !== undefined && ageOn(identity.date_of_birth, new Date()) >= 18
  const reasons = REASONS.filter((reason) => !(isAdult && reason === "under_eighteen"))
  const check = (text: TextAt) => {
    if (text("/has_tfn") === undefined) return [{ pointer: "/has_tfn", code: "required" }]
    const pointer = text("/has_tfn") === "yes" ? "/tfn" : "/tfn_exemption_type"
    return text(pointer) === undefined ? [{ pointer, code: "required" }] : []
  }
  const save = async (text: TextAt) => {
    const notice = { notice_version: view.tfn_notice.version }
    const isSaved = await embed.save((api, shown) =>
      api.PUT("/embed-api/v1/onboarding/tax", {
        params: seen(shown),
        body:
          text("/has_tfn") === "yes"
            ? { tfn: text("/tfn") ?? "", ...notice }
            : { tfn_exemption_type: oneOf(REASONS, text("/tfn_exemption_type")) ?? "not_quoted", ...notice }
      })
    )
    // The mistake may be in the version of the notice.
    if (!isSaved && embed.state().errors.some(({ pointer }) => pointer === "#/notice_version"))
      await embed.refresh()
  }
  return (
    <StepScreen view={view} id="tax" title={words.title}>
      <Form
        operation="saveTax"
        rules={byRules(saveTax)}
        submit={common.continue}
        check={check}
        onSubmit={save}
        beside={<BackButton view={view} id="tax" />}
      >
        <TaxNotice notice={view.tfn_notice} />
        <Choices
          at="/has_tfn"
          legend={words.question}
          value={hasTfn}
          onChange={setHasTfn}
          choices={[
            { value: "yes", label: words.yes },
            { value: "no", label: words.no }
          ]}
        />
        {hasTfn === "yes" && (
          <TextField
            at="/tfn"
            label={employee.fields.tfn}
            hint={words.hint}
            inputMode="numeric"
            autocomplete="off"
            spellcheck={false}
            isShort
            isSecret
            onBlur={group}
          />
        )}
        {hasTfn === "no" && (
          <Choices
            at="/tfn_exemption_type"
            legend={words.reason}
            value={tax?.tfn_exemption_type}
            choices={reasons.map((reason) => ({
              value: reason,
              label: words.reasons[reason],
              hint: words.effects[reason]
            }))}
          />
        )}
      </Form>
    </StepScreen>
  )
}
