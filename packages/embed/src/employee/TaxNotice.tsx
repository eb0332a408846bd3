import type { Schemas } from "../frame/api.ts"
import { useWords } from "../frame/context.ts"

/** What a person must know before giving a tax file number. The words are the service's; the law is folded away. */
export const TaxNotice = ({ notice }: { readonly notice: Schemas["EmbedTfnNotice"] }) => {
  const words = useWords().employee.tax
  return (
    <section aria-labelledby="tax-notice">
      <p>{notice.purpose}</p>
      <p>{notice.declining}</p>
      <h2 id="tax-notice">{words.ifNot}</h2>
      <ul>
        {notice.consequences.map((consequence) => (
          <li key={consequence}>{consequence}</li>
        ))}
      </ul>
      <details>
        <summary>{words.law}</summary>
        <p>{notice.authorising_law}</p>
      </details>
    </section>
  )
}
