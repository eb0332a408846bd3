import type { ComponentChildren } from "preact"
import { useEmbed, useWords, usePolling } from "../frame/context.ts"
import { Notice } from "../parts/Notice.tsx"
import { FundFacts } from "../parts/FundFacts.tsx"
import { EmployerScreen } from "./EmployerScreen.tsx"
import type { EmployerScreen as ScreenName, EmployerView } from "./screens.ts"

const pills = { ok: "ok", warning: "todo", disabled: "off" } as const

/** The summary of the parts; `chosen` is the default fund that was set in this window. */
export const SettingsScreen = ({
  view,
  chosen
}: {
  readonly view: EmployerView
  readonly chosen: string | undefined
}) => {
  const { common, employer: words } = useWords()
  const embed = useEmbed<EmployerView>()
  // Until the partner has the webhook.
  usePolling(!view.is_committed, embed.poll)
  const canStart = view.onboarding_status !== "error"
  return (
    <EmployerScreen id="settings" title={words.title(view.name)} showsSavedStep>
      {chosen !== undefined && <Notice kind="good">{words.set.isDefault(chosen)}</Notice>}
      <p>
        <span class={`pill ${canStart ? "ok" : "todo"}`}>{canStart ? words.canStart : words.notReady}</span>
      </p>
      <Part view={view} step="default_fund">
        <DefaultFundPart view={view} />
      </Part>
      {/* What this product has no connection for isn't offered. */}
      {view.ato_connection.is_available && (
        <>
          <Part view={view} step="ato_connection">
            <AtoPart view={view} />
          </Part>
          <Part view={view} step="automations">
            <AutomationsPart view={view} />
          </Part>
        </>
      )}
      <p class="small" role="status">
        {view.is_committed ? words.isCommitted(view.partner.name) : words.notCommitted(view.partner.name)}
      </p>
      <div class="actions">
        <button type="button" class="quiet" onClick={() => void embed.end()}>
          {common.done}
        </button>
      </div>
    </EmployerScreen>
  )
}

type Step = EmployerView["steps"][number]["step"]

/** One part: its name, whether it is done, and its contents. */
const Part = ({
  view,
  step,
  children
}: {
  readonly view: EmployerView
  readonly step: Step
  readonly children: ComponentChildren
}) => {
  const words = useWords().employer
  const status = view.steps.find((one) => one.step === step)?.status ?? "warning"
  return (
    <section class="card" aria-labelledby={`part-${step}`}>
      <div class="row">
        <h2 id={`part-${step}`}>{words.parts[step]}</h2>
        <span class={`pill ${pills[status]}`}>{words.status[status]}</span>
      </div>
      {children}
    </section>
  )
}

/** The button that opens a part's screen. */
const Open = ({ to, text, of }: { readonly to: ScreenName; readonly text: string; readonly of: Step }) => {
  const words = useWords().employer
  const embed = useEmbed()
  return (
    <button type="button" class="quiet" onClick={() => embed.go(to)}>
      {text}
      <span class="visually-hidden"> {words.parts[of]}</span>
    </button>
  )
}

const DefaultFundPart = ({ view }: { readonly view: EmployerView }) => {
  const { common, employer: words } = useWords()
  const fund = view.default_fund
  if (fund === undefined) return <p>{words.set.none}</p>
  const day = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium" })
  return (
    <>
      <p>
        <strong>{fund.fund_product.fund_name}</strong>
      </p>
      <FundFacts product={fund.fund_product} employerNumber={fund.employer_number} />
      <p class="small">{words.set.confirmed(day.format(new Date(fund.confirmed_at)))}</p>
      {!fund.is_still_suitable && <Notice kind="warn">{words.set.notSuitable}</Notice>}
      <p class="row">
        <Open to="default_fund" text={common.change} of="default_fund" />
        {view.employer_details_pending && <Open to="details" text={words.details.open} of="default_fund" />}
      </p>
    </>
  )
}

const AtoPart = ({ view: { ato_connection: connection } }: { readonly view: EmployerView }) => {
  const words = useWords().employer.ato
  const isConnected = connection.status === "connected"
  const text = isConnected
    ? connection.connected_by === "agent"
      ? words.byAgent
      : words.byYou
    : connection.status === "lapsed"
      ? words.lapsed
      : words.notConnected
  return (
    <>
      <p>{text}</p>
      <Open
        to={connection.connected_by === undefined ? "ato_who" : "ato_connect"}
        text={isConnected ? words.reopen : words.open}
        of="ato_connection"
      />
    </>
  )
}

const AutomationsPart = ({ view: { automations } }: { readonly view: EmployerView }) => {
  const words = useWords().employer.automations
  const { available, enabled } = automations.stapling
  if (!available && !enabled) return <p>{words.connectFirst}</p>
  return (
    <>
      <p>{enabled ? words.on(words.names.stapling) : words.none}</p>
      <Open to="automations" text={words.open} of="automations" />
    </>
  )
}
