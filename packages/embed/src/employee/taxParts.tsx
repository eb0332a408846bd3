import { saveTax } from "@embedded-super/contracts/field-rules"
import type { ComponentChildren } from "preact"
import { type Schemas, seen } from "../frame/api.ts"
import { useEmbed, useWords } from "../frame/context.ts"
import { Form } from "../parts/Form.tsx"
import { byRules } from "../parts/form.ts"
import { serviceLanguage } from "../texts/serviceLanguage.ts"
import type { EmployeeView } from "./screens.ts"
import { lastDigits } from "./values.ts"

/** The notice to a person before they give a tax file number. The words are the service's; the law is folded away. */
export const TaxNotice = ({ notice }: { readonly notice: Schemas["EmbedTfnNotice"] }) => {
  const { common, employee } = useWords()
  const words = employee.tax
  return (
    <section aria-labelledby="tax-notice">
      {common.inEnglish !== undefined && <p class="small">{common.inEnglish}</p>}
      <p {...serviceLanguage}>{notice.purpose}</p>
      <p {...serviceLanguage}>{notice.declining}</p>
      <h2 id="tax-notice">{words.ifNot}</h2>
      <ul {...serviceLanguage}>
        {notice.consequences.map((consequence) => (
          <li key={consequence}>{consequence}</li>
        ))}
      </ul>
      <details>
        <summary>{words.law}</summary>
        <p {...serviceLanguage}>{notice.authorising_law}</p>
      </details>
    </section>
  )
}

interface Kept {
  readonly view: EmployeeView
  readonly masked: string
  /** The other buttons. */
  readonly beside: ComponentChildren
}

const Digits = ({ masked, help }: { readonly masked: string; readonly help: string }) => {
  const words = useWords().employee.tax
  return (
    <p>
      <strong>{words.stored(lastDigits(masked))}</strong> {help}
    </p>
  )
}

/** The number that the person has saved: nothing to do but to go on. */
export const SavedTax = ({ masked, beside }: Kept) => {
  const { common, employee } = useWords()
  const embed = useEmbed<EmployeeView>()
  return (
    <>
      <Digits masked={masked} help={employee.tax.storedHelp} />
      <div class="actions">
        <button type="button" onClick={() => embed.go(undefined)}>
          {common.continue}
        </button>
        {beside}
      </div>
    </>
  )
}

/**
 * The number that the partner supplied. The notice is shown first, as where it is typed, and going on records it. If the
 * number is gone meanwhile, the new view has none, and the person is asked.
 */
export const SuppliedTax = ({ view, masked, beside }: Kept) => {
  const { common, employee } = useWords()
  const embed = useEmbed<EmployeeView>()
  const save = async () => {
    const body = { keep_tfn: true, notice_version: view.tfn_notice.version } as const
    const isSaved = await embed.save((api, shown) =>
      api.PUT("/embed-api/v1/onboarding/tax", { params: seen(shown), body })
    )
    if (!isSaved && embed.state().errors.length > 0) await embed.refresh()
  }
  return (
    <Form
      operation="saveTax"
      rules={byRules(saveTax)}
      submit={common.continue}
      onSubmit={save}
      beside={beside}
    >
      <TaxNotice notice={view.tfn_notice} />
      <Digits masked={masked} help={employee.tax.suppliedHelp} />
    </Form>
  )
}
