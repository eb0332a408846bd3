/**
 * One run of a conformance kit: the button, how far the run is, and what it found. The Workbench shows one for each fund,
 * and the fund simulator's inspector one for itself.
 *
 * The trap: the live parts are replaced while the run goes on. Only the line of the verdict is announced, and it changes
 * twice in a run; the counter would be read out without end.
 */
import type * as S from "@embedded-super/contracts/schemas"
import { html, type Html, table } from "./html.ts"
import { capital, plain } from "./marks.ts"

export interface CheckShownOptions {
  /** Names the parts on this page: the fund's slug. */
  readonly id: string
  /** Whom it checks, for people. */
  readonly name: string
  /** Where the form is sent, and what it sends besides. */
  readonly action: string
  readonly fields?: Readonly<Record<string, string>>
  readonly button: string
  /** The address of the HTML report. */
  readonly report: string
}

const verdictWords: { readonly [Verdict in S.CheckRunVerdict]: string } = {
  conforms: "Conforms",
  does_not_conform: "Does not conform",
  incomplete: "Incomplete: the kit could not finish every check"
}

const countWords: { readonly [Verdict in S.CheckVerdict]: string } = {
  pass: "passed",
  fail: "failed",
  warn: "with a warning",
  not_applicable: "not applicable",
  not_observed: "not observed",
  error: "not finished"
}

/** `3 passed, 1 failed`. */
export const countsShown = (counts: S.CheckCounts): string =>
  (Object.keys(countWords) as ReadonlyArray<S.CheckVerdict>)
    .filter((verdict) => counts[verdict] > 0)
    .map((verdict) => `${counts[verdict]} ${countWords[verdict]}`)
    .join(", ")

const howOf = ({ state, verdict }: S.WorkbenchCheck): "good" | "bad" | "warn" | "" => {
  if (state === "not_run") return "bad"
  if (verdict === null) return ""
  return verdict === "conforms" ? "good" : verdict === "incomplete" ? "warn" : "bad"
}

const line = (check: S.WorkbenchCheck): Html | undefined => {
  const { counts, problem, state, verdict } = check
  switch (state) {
    case "never":
      return undefined
    case "running":
      return html`<p class="note"><strong>The check runs.</strong></p>`
    case "not_run":
      return html`<p class="note bad"><strong>The check could not begin.</strong> ${problem ?? ""}</p>`
    case "ended":
      return html`<p class="note ${howOf(check)}">
        <strong>${verdict === null ? "" : verdictWords[verdict]}.</strong>
        ${counts === null ? "" : capital(countsShown(counts))}.
      </p>`
  }
}

const progress = ({ checks, checks_ended, group }: S.WorkbenchCheck, name: string): Html =>
  html`<p class="progress">
    <progress max="${Math.max(1, checks)}" value="${checks_ended}" aria-label="Check of ${name}"></progress>
    <span
      >${checks_ended} of ${checks === 0 ? "…" : checks} checks${group === null ? "" : `, now ${group}`}</span
    >
  </p>`

const finding = ({ actual, cause, checks, expected, hint, level, verdict }: S.CheckFinding): Html =>
  html`<li class="card finding">
    <p><strong>${cause}</strong></p>
    <p class="quiet">
      ${verdict === "warn" ? "Warning" : level} · <code>${checks.slice(0, 3).join(", ")}</code>${
        checks.length > 3 ? ` and ${checks.length - 3} more` : ""
      }
    </p>
    <dl>
      <dt>Expected</dt>
      <dd>${expected}</dd>
      <dt>Seen</dt>
      <dd>${actual}</dd>
      <dt>How to fix it</dt>
      <dd>${hint}</dd>
    </dl>
  </li>`

const groupTable = ({ groups }: S.WorkbenchCheck, id: string, name: string): Html =>
  html`<details id="check-${id}-groups">
    <summary>${groups.length} ${groups.length === 1 ? "group" : "groups"} of checks</summary>
    ${table(
      `Groups of the check of ${name}`,
      ["Group", "What it checks", "Result"],
      groups.map(({ counts, name: group, title }) => [
        html`<code>${group}</code>`,
        title,
        countsShown(counts)
      ])
    )}
  </details>`

const result = (check: S.WorkbenchCheck, { id, name, report }: CheckShownOptions): ReadonlyArray<Html> => {
  const { findings, groups, state } = check
  if (state === "never" || state === "not_run") return []
  return [
    ...(state === "running" ? [progress(check, name)] : []),
    ...(findings.length === 0
      ? []
      : [
          html`<ol class="findings">
            ${findings.map(finding)}
          </ol>`
        ]),
    ...(groups.length === 0 ? [] : [groupTable(check, id, name)]),
    ...(state === "ended"
      ? [
          html`<p class="actions">
            <a class="button quiet" href="${report}"
              >Open the report<span class="visually-hidden"> about ${name}</span></a
            >
          </p>`
        ]
      : [])
  ]
}

/** The button, the verdict, and the rest of the result. */
export const checkShown = (check: S.WorkbenchCheck, options: CheckShownOptions): Html => {
  const { action, button, fields = {}, id, name } = options
  return html`<form method="post" action="${action}">
      ${Object.entries(fields).map(
        ([field, value]) => html`<input type="hidden" name="${field}" value="${value}" />`
      )}
      <p class="actions">
        <button>${button}<span class="visually-hidden">: ${name}</span></button>
      </p>
    </form>
    <div id="check-${id}-verdict" data-part role="status">${line(check)}</div>
    <div id="check-${id}-result" data-part>${result(check, options)}</div>`
}

/** The verdict that is kept with a fund, in a sentence. */
export const lastShown = (last: S.WorkbenchLastCheck | null): string =>
  last === null
    ? "Its endpoint was never checked as a whole."
    : `Last whole check: ${last.checked_at.slice(0, 10)}, ${plain(last.mode)}, ${plain(last.verdict)}.`
