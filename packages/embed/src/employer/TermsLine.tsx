import type { Schemas } from "../frame/api.ts"
import { useWords } from "../frame/context.ts"
import { ExternalLink } from "../parts/ExternalLink.tsx"
import { serviceLanguage } from "../texts/serviceLanguage.ts"

/** The terms that a save accepts, as one sentence of links. */
export const TermsLine = ({ terms }: { readonly terms: ReadonlyArray<Schemas["EmbedTerms"]> }) => {
  const words = useWords().employer.terms
  if (terms.length === 0) return null
  const before = (index: number) =>
    index === 0 ? words.before : index === terms.length - 1 ? words.last : words.between
  return (
    <p class="small">
      {terms.map(({ title, url, version }, index) => (
        <span key={version}>
          {before(index)}
          <ExternalLink href={url}>
            <span {...serviceLanguage}>{title}</span>
          </ExternalLink>
        </span>
      ))}
      {words.after}
    </p>
  )
}

/** The versions that a save names as accepted: exactly those of the terms that were shown. */
export const acceptedOf = (terms: ReadonlyArray<Schemas["EmbedTerms"]>): Array<string> =>
  terms.map(({ version }) => version)
