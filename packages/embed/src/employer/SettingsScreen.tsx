import { useEmbed, useWords } from "../frame/context.ts"
import { Screen } from "../frame/Screen.tsx"
import { usePolling } from "../frame/usePolling.ts"
import { Notice } from "../parts/Notice.tsx"
import { FundFacts } from "./FundFacts.tsx"
import type { EmployerView } from "./screens.ts"

const pills = { ok: "ok", warning: "todo", disabled: "off" } as const

/** The summary of all three parts. */
export const SettingsScreen = ({ view }: { readonly view: EmployerView }) => {
  const { common, employer: words } = useWords()
  const embed = useEmbed<EmployerView>()
  // Until the partner has the webhook.
  usePolling(!view.is_committed, embed.poll)
  const fund = view.default_fund
  const day = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium" })
  const canStart = view.onboarding_status !== "error"
  return (
    <Screen id="settings" title={words.title(view.name)}>
      <p>
        <span class={`pill ${canStart ? "ok" : "todo"}`}>{canStart ? words.canStart : words.notReady}</span>
      </p>
      {view.steps.map(({ status, step, summary }) => (
        <section class="card" key={step} aria-labelledby={`part-${step}`}>
          <div class="row">
            <h2 id={`part-${step}`}>{words.parts[step]}</h2>
            <span class={`pill ${pills[status]}`}>{words.status[status]}</span>
          </div>
          {step === "default_fund" && fund !== undefined ? (
            <>
              <p>
                <strong>{fund.fund_product.fund_name}</strong>
              </p>
              <FundFacts product={fund.fund_product} employerNumber={fund.employer_number} />
              <p class="small">{words.set.confirmed(day.format(new Date(fund.confirmed_at)))}</p>
              {!fund.is_still_suitable && <Notice kind="warn">{words.set.notSuitable}</Notice>}
              <button type="button" class="quiet" onClick={() => embed.go("default_fund")}>
                {common.change}
                <span class="visually-hidden"> {words.parts.default_fund}</span>
              </button>
            </>
          ) : (
            <p>{summary}</p>
          )}
        </section>
      ))}
      <p class="small" role="status">
        {view.is_committed ? words.isCommitted(view.partner.name) : words.notCommitted(view.partner.name)}
      </p>
    </Screen>
  )
}
