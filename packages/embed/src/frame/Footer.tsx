import type { InstanceFile } from "@embedded-super/contracts/schemas"
import { ExternalLink } from "../parts/ExternalLink.tsx"
import { shownAbn } from "../parts/FundFacts.tsx"
import { useEmbed, useStateOf, useWords } from "./context.ts"
import type { AnyView } from "./embed.ts"
import { knownPartner } from "./partner.ts"

/** The facts about the operator that the service puts into its pages. */
export type Operator = Pick<
  InstanceFile,
  "operator" | "help_contact" | "privacy_policy" | "collection_notice"
>

let known: Operator | undefined

/** Who operates the service, from the page; undefined if the page doesn't say it. */
const shownOperator = (): Operator | undefined => {
  const text = document.querySelector<HTMLMetaElement>('meta[name="operator"]')?.content
  if (text?.startsWith("{") === true) known ??= JSON.parse(text) as Operator
  return known
}

/**
 * Who asks: the partner and the operator of the service; then privacy, and help. It is on each screen, in the same place
 * and order (WCAG 3.2.6). Help is that of the partner, whom people know; of the operator where the partner names none.
 */
export const Footer = () => {
  const { common } = useWords()
  const partner = useStateOf(useEmbed<AnyView>()).view?.partner ?? knownPartner()
  const instance = shownOperator()
  if (instance === undefined) return null
  const { collection_notice, help_contact, operator, privacy_policy } = instance
  const [url, email, name] =
    partner?.help_url === undefined && partner?.help_email === undefined
      ? [help_contact.url, help_contact.email, operator.legal_name]
      : [partner.help_url, partner.help_email, partner.name]
  const mail = email !== undefined && <a href={`mailto:${email}`}>{email}</a>
  return (
    <footer class="who">
      <p>{common.who(partner?.name, operator.legal_name, shownAbn(operator.abn))}</p>
      <ul>
        <li>
          <ExternalLink href={privacy_policy.url}>{common.privacy}</ExternalLink>
        </li>
        <li>
          <ExternalLink href={collection_notice.url}>{common.yourDetails}</ExternalLink>
        </li>
        <li>
          {url === undefined ? (
            `${common.help(name)}: `
          ) : (
            <ExternalLink href={url}>{common.help(name)}</ExternalLink>
          )}
          {url === undefined && mail}
        </li>
        {url !== undefined && mail && <li>{mail}</li>}
      </ul>
    </footer>
  )
}
