import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"
import type { InstanceFile } from "@embedded-super/contracts/schemas"
import { useEmbed, useStateOf, useWords } from "./context.ts"
import type { AnyView } from "./embed.ts"
import { isShownAsSaved } from "./state.ts"
import { Banner } from "./Banner.tsx"
import { ExternalLink } from "../parts/ExternalLink.tsx"
import { shownAbn } from "../parts/FundFacts.tsx"
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
const Footer = () => {
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

/**
 * The screen that was shown last. Until the person has used the frame, screens come by themselves: they don't take the
 * focus from the host's page, scroll it, or add to its history.
 */
let shown: string | undefined

/**
 * One screen: the sandbox's badge, the steps, its only `h1`, which takes the focus on arrival, its content, and "Saved" once
 * all of its draft is kept. Below it stands who asks.
 * The arrival is an entry of the browser's history, so that Back goes one screen back.
 */
export const Screen = ({
  id,
  title,
  steps,
  about,
  showsSavedStep = false,
  isLoading = false,
  isClosed = false,
  explains,
  children
}: {
  readonly id: string
  readonly title: string
  readonly steps?: ReadonlyArray<Step>
  /** Whom it is about, above the heading. */
  readonly about?: string
  /** It shows answers, and asks for none: on arrival it says that the step before was saved. */
  readonly showsSavedStep?: boolean
  /** Until the contents come, the screen is as high as the one before, so that the host's page stays as it is. */
  readonly isLoading?: boolean
  /** The form is over: it isn't said what happened to the last save. */
  readonly isClosed?: boolean
  /** The conflict that the screen itself is about: it isn't said a second time. */
  readonly explains?: string
  readonly children: ComponentChildren
}) => {
  const { common } = useWords()
  const embed = useEmbed<AnyView>()
  const { banner: latest, saves, view } = useStateOf(embed)
  const isExplained = latest?.is === "conflict" && latest.code === explains
  const banner = isClosed || isExplained ? undefined : latest
  const heading = useRef<HTMLHeadingElement>(null)
  // Before it is painted, so that a key that follows at once isn't lost to the heading. The title also of a screen that
  // stays: it may contain a name that changes.
  useLayoutEffect(() => void (document.title = title), [title])
  useLayoutEffect(() => {
    if (shown === id) return
    const isUnprompted = shown === undefined || navigator.userActivation?.hasBeenActive === false
    shown = id
    const host = embed.host()
    host.post("pageLoaded", { screen: id })
    if (isUnprompted) {
      history.replaceState({ screen: id }, "")
      return
    }
    if (history.state?.screen !== id) history.pushState({ screen: id }, "")
    heading.current?.focus({ preventScroll: true })
    if (host.isHosted) host.post("scrollIntoView", { offsetTop: 0 })
    else scrollTo(0, 0)
  }, [id])
  return (
    <>
      <main class={isLoading ? "loading" : undefined}>
        {view?.sandboxed === true && <p class="sandbox">{common.sandbox}</p>}
        {steps !== undefined && <Steps steps={steps} />}
        {about !== undefined && <p class="about">{about}</p>}
        <h1 tabIndex={-1} ref={heading}>
          {title}
        </h1>
        <Banner banner={banner} />
        {children}
        <p class="saved" role="status">
          {!isClosed && isShownAsSaved(embed.state(), showsSavedStep) ? (
            <span key={saves}>{common.saved}</span>
          ) : null}
        </p>
      </main>
      <Footer />
    </>
  )
}

/** A step of a form: its name, and whether it is done, shown, or still to come. */
export interface Step {
  readonly label: string
  readonly is: "done" | "current" | "ahead"
}

/** The steps as a bar: their names are for screen readers; the shown one's is beside its number. */
const Steps = ({ steps }: { readonly steps: ReadonlyArray<Step> }) => {
  const { common } = useWords()
  const current = steps.findIndex(({ is }) => is === "current")
  return (
    <>
      <ol class="steps" aria-label={common.steps}>
        {steps.map(({ is, label }) => (
          <li key={label} class={is} {...(is === "current" ? { "aria-current": "step" as const } : {})}>
            <span class="visually-hidden">
              {label} {is === "done" && common.stepDone}
            </span>
          </li>
        ))}
      </ol>
      {current >= 0 && (
        <p class="step" aria-hidden="true">
          {common.stepOf(current + 1, steps.length, steps[current]!.label)}
        </p>
      )}
    </>
  )
}
