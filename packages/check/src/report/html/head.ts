import type * as S from "@embedded-super/contracts/schemas"
import { html, Html } from "@embedded-super/pages/pages/html"
import { dayOf, factsOf, isPartial, verdictSentences, verdictWords } from "../words.ts"

const mark = new Html(
  `<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" focusable="false"><g fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"><path d="M7 4h13l5 5v19H7z"/><path d="m11 17 4 4 7-8"/></g></svg>`
)

/** Only a whole certify run that conforms is a certificate. */
export const isCertificate = (report: S.CheckReport): boolean =>
  report.mode === "certify" && report.verdict === "conforms" && !isPartial(report)

export const titleOf = (report: S.CheckReport): string =>
  isCertificate(report)
    ? "Certificate of conformance"
    : report.mode === "certify"
      ? "Report of a certify run"
      : "Conformance report"

const claim = (report: S.CheckReport): string =>
  `On ${dayOf(report.started_at)}, ${report.kit} ${report.kit_version} checked ${report.subject.name} against the description of Embedded Super.`

/** The subject, the settings of the run, and its verdict. */
export const head = (report: S.CheckReport, fingerprint: string): Html =>
  html`<header
    class="head ${report.verdict}${report.verdict === "conforms" && isPartial(report) ? " in-part" : ""}"
  >
    <p class="kind">${mark}${titleOf(report)}</p>
    <h1>${report.subject.name}</h1>
    <p class="verdict">${verdictWords(report)}</p>
    <p>${claim(report)} ${verdictSentences(report).join(" ")}</p>
    <dl class="facts">
      ${factsOf(report)
        .slice(1)
        .map(
          ([name, value]) =>
            html`<div>
              <dt>${name}</dt>
              <dd>${value}</dd>
            </div>`
        )}
      <div class="fingerprint">
        <dt>SHA-256 of report.json</dt>
        <dd><code>${fingerprint}</code></dd>
      </div>
    </dl>
  </header>`
