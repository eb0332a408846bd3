import type { ComponentProps } from "preact"
import { useEmbed, useStateOf, useWords } from "../frame/context.ts"
import { Screen } from "../frame/Screen.tsx"
import type { EmployerView } from "./screens.ts"
import type { Schemas } from "../frame/api.ts"
import { ExternalLink } from "../parts/ExternalLink.tsx"
import { serviceLanguage } from "../texts/serviceLanguage.ts"

/** A screen of the employer embed. It names the employer: an accountant may have the screens of several open. */
export const EmployerScreen = (props: Omit<ComponentProps<typeof Screen>, "about" | "steps">) => {
  const { view } = useStateOf(useEmbed<EmployerView>())
  // These two have the name in their heading.
  const isNamed = props.id === "looking" || props.id === "settings"
  return <Screen {...props} {...(view === undefined || isNamed ? {} : { about: view.name })} />
}

/** Back to the summary, without saving. */
export const BackToSettings = () => {
  const { common } = useWords()
  const embed = useEmbed()
  return (
    <button type="button" class="quiet" onClick={() => embed.go("settings")}>
      {common.back}
    </button>
  )
}

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
