import type { Schemas } from "../frame/api.ts"
import { useWords } from "../frame/context.ts"
import { serviceLanguage } from "../texts/serviceLanguage.ts"

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
