import type * as S from "@embedded-super/contracts/schemas"
import { html, type Html, section, table } from "@embedded-super/pages/pages/html"
import { repeatOfCheck } from "../again.ts"
import { byGroup, checkVerdictWords, counted } from "../words.ts"

const pill = (verdict: S.CheckVerdict): Html =>
  html`<span class="pill ${verdict}">${checkVerdictWords[verdict]}</span>`

const withVerdict = (checks: ReadonlyArray<S.CheckResult>, verdict: S.CheckVerdict) =>
  checks.filter((check) => check.verdict === verdict)

const verdicts = Object.keys(checkVerdictWords) as ReadonlyArray<S.CheckVerdict>

/** A zero is quiet, so that the eye finds what was counted. */
const count = (number: number): Html =>
  number === 0 ? html`<span class="quiet">0</span>` : html`<strong>${number}</strong>`

/** How many checks of each group had each verdict. */
export const groups = (report: S.CheckReport): Html => {
  const rowOf = ([group, checks]: readonly [string, ReadonlyArray<S.CheckResult>]) => {
    const numbers = verdicts.map((verdict) => count(withVerdict(checks, verdict).length))
    return [html`<a href="#group-${group}">${group}</a>`, checks.length, ...numbers]
  }
  const total = ["All", report.checks.length, ...verdicts.map((verdict) => count(report.counts[verdict]))]
  return section(
    "checked",
    "What was checked",
    html`<div class="numbers">
      ${table(
        "Checks by group",
        ["Group", "Checks", ...verdicts.map((verdict) => checkVerdictWords[verdict])],
        [...[...byGroup(report)].map(rowOf), total]
      )}
    </div>`
  )
}

const reasons: ReadonlyArray<readonly [S.CheckVerdict, id: string, heading: string, meaning: string]> = [
  [
    "error",
    "unfinished",
    "What the kit could not finish",
    "This is a mistake of the kit, not of the subject."
  ],
  [
    "not_observed",
    "unobserved",
    "What was not observed",
    "These behaviours could not be provoked. The run proves nothing about them."
  ],
  [
    "not_applicable",
    "not-applicable",
    "What does not apply",
    "The profile or the settings rule these checks out. The run proves nothing about them."
  ]
]

/** The checks that the run doesn't prove, and why. */
export const unproven = (report: S.CheckReport): Html =>
  html`${reasons.flatMap(([verdict, id, heading, meaning]) => {
    const unseen = withVerdict(report.checks, verdict)
    if (unseen.length === 0 && verdict !== "not_observed") return []
    if (unseen.length === 0) return [section(id, heading, html`<p>Everything that applies was observed.</p>`)]
    const rows = unseen.map((check, index) => [
      html`<code>${check.id}</code> <span class="quiet">${check.level}</span>`,
      check.title,
      index > 0 && unseen[index - 1]?.why === check.why
        ? "As above."
        : check.flag === undefined
          ? (check.why ?? "")
          : html`${check.why} <code>${repeatOfCheck(report, check)}</code>`
    ])
    return [
      section(
        id,
        heading,
        html`<p>${meaning}</p>`,
        html`<div class="unseen">
          ${table(`${heading}: checks`, ["Check", "What it is about", "Why"], rows)}
        </div>`
      )
    ]
  })}`

const milliseconds = (time: number): string => `${Number(time.toFixed(1))} ms`

/** How long answers took: measured, never judged. */
export const times = ({ times: measured }: S.CheckReport): Html | undefined =>
  measured.length === 0
    ? undefined
    : section(
        "times",
        "How long answers took",
        html`<p>These times are measured and not judged.</p>`,
        html`<div class="numbers">
          ${table(
            "Times by operation",
            ["Operation", "Calls", "Half within", "95 of 100 within", "99 of 100 within", "Longest"],
            measured.map(({ calls, longest_ms, operation_id, p50_ms, p95_ms, p99_ms }) => [
              html`<code>${operation_id}</code>`,
              calls,
              ...[p50_ms, p95_ms, p99_ms, longest_ms].map(milliseconds)
            ])
          )}
        </div>`
      )

const requirement = ({ requirement: id, requirement_text: text }: S.CheckResult): Html =>
  html`<p><code>${id}</code></p>
    ${text === undefined ? undefined : html`<p class="quiet">${text}</p>`}`

const result = ({ cause, verdict, why }: S.CheckResult): Html =>
  html`<p>${pill(verdict)}</p>
    ${(cause ?? why) === undefined ? undefined : html`<p class="quiet">${cause ?? why}</p>`}`

/** Every check of the run, with the sentence of the description that it comes from. */
export const checks = (report: S.CheckReport): Html =>
  section(
    "checks",
    "All checks",
    html`${[...byGroup(report)].map(
      ([group, results]) =>
        html`<h3 id="group-${group}">
            ${group}
            <span class="quiet"
              >${withVerdict(results, "pass").length} of ${counted(results.length, "check")} passed</span
            >
          </h3>
          <div class="checks">
            ${table(
              `Checks of ${group}`,
              ["Check", "Level", "Requirement", "Result"],
              results.map((check) => [
                html`<p><code>${check.id}</code></p>
                  <p>${check.title}</p>`,
                check.level,
                requirement(check),
                result(check)
              ])
            )}
          </div>`
    )}`
  )
