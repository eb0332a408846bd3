import type * as S from "@embedded-super/contracts/schemas"
import { variablesIn } from "@embedded-super/pages/content/curlOf"
import { html, type Html, section } from "@embedded-super/pages/pages/html"
import { docsAddress } from "../../check/references.ts"
import { counted, exchangeOf, findingWords, includedIn } from "../words.ts"
import { inLogWords, repeatCommand, repeatOf } from "../again.ts"

/** Longer bodies are in report.json. */
const LONGEST = 4000

const block = (label: string, text: string, kind = "body"): Html =>
  html`<pre class="${kind}" tabindex="0" role="region" aria-label="${label}">${text.slice(0, LONGEST)}</pre>
    ${text.length > LONGEST ? html`<p class="quiet">Shortened here. All of it is in report.json.</p>` : undefined}`

const message = (name: string, label: string, first: string, shown: S.CheckMessage): Html =>
  html`<section aria-label="${label}">
    <h4>${name}</h4>
    <p><code>${first}</code></p>
    <dl class="headers">
      ${Object.entries(shown.headers).map(
        ([header, value]) =>
          html`<div>
            <dt>${header}</dt>
            <dd>${value}</dd>
          </div>`
      )}
    </dl>
    ${
      shown.body === undefined || shown.body === ""
        ? html`<p class="quiet">No body.</p>`
        : block(`${label}: body`, shown.body)
    }
  </section>`

const answer = (label: string, { answer: shown, failure, status }: S.CheckExchange): Html =>
  shown === undefined
    ? html`<section aria-label="${label}">
        <h4>Answer</h4>
        <p>None${failure === undefined ? undefined : `: ${failure.replaceAll("_", " ")}`}.</p>
      </section>`
    : message(
        "Answer",
        label,
        `${status ?? ""}${failure === undefined ? "" : `, then ${failure.replaceAll("_", " ")}`}`,
        shown
      )

const commandOf = (report: S.CheckReport, shown: S.CheckFinding, exchange: S.CheckExchange): Html => {
  const repeat = repeatOf(report, exchange)
  if (repeat === undefined)
    return html`<p class="quiet">
      A signature or a token holds for its own call alone, so only the kit can make it again.
    </p>`
  const variables = variablesIn(repeat)
  return html`${
    variables.length === 0
      ? undefined
      : html`<p class="quiet">What is hidden is in <code>${variables.join(", ")}</code>: set them first.</p>`
  }
  ${block(`${shown.id}: the call as a curl command`, repeat, "command")}`
}

const repeats = (report: S.CheckReport, shown: S.CheckFinding, exchange: S.CheckExchange): Html =>
  html`<h4>Repeat the call</h4>
    <p class="quiet">By the kit, with the same case: <code>${repeatCommand(report, shown)}</code></p>
    ${commandOf(report, shown, exchange)}`

const evidence = (report: S.CheckReport, shown: S.CheckFinding, exchange: S.CheckExchange): Html =>
  html`<div class="two">
      ${message("Request", `${shown.id}: request`, `${exchange.method} ${exchange.url}`, exchange.request)}
      ${answer(`${shown.id}: answer`, exchange)}
    </div>
    ${repeats(report, shown, exchange)}`

const fact = (name: string, value: string | Html): Html =>
  html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`

const finding = (report: S.CheckReport, shown: S.CheckFinding): Html => {
  const exchange = exchangeOf(report, shown)
  const included = includedIn(report, shown)
  const { actual, cause, checks, expected, hint, id, requirement, requirement_text, verdict } = shown
  return html`<article class="card ${verdict}" aria-labelledby="${id}">
    <p class="line"><span class="pill ${verdict}">${findingWords(shown)}</span> <span>${id}</span></p>
    <h3 id="${id}">${cause}</h3>
    <dl class="told">
      ${fact("Expected", expected)} ${fact("Actual", actual)} ${fact("How to fix it", hint)}
      ${fact("Requirement", html`<code>${requirement}</code> ${requirement_text}`)}
      ${fact("Checks", checks.join(", "))}
      ${included.length === 0 ? undefined : fact("It includes", included.join("\n"))}
      ${exchange === undefined ? undefined : fact("In your log", inLogWords(exchange))}
      ${
        report.docs_url === undefined
          ? undefined
          : fact(
              "In the docs",
              html`<a href="${docsAddress(report.docs_url, report.kit, checks[0]!)}"
                >The mistakes that ${checks[0]} finds</a
              >`
            )
      }
    </dl>
    ${exchange === undefined ? undefined : evidence(report, shown, exchange)}
  </article>`
}

/** The findings to fix, most important first. */
export const findings = (report: S.CheckReport): Html =>
  section(
    "findings",
    report.findings.length === 0 ? "Findings" : counted(report.findings.length, "finding"),
    report.findings.length === 0
      ? html`<p class="card none">Nothing to fix.</p>`
      : html`${report.findings.map((shown) => finding(report, shown))}`
  )
