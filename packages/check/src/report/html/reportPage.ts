/**
 * report.html: one file that needs no network and no script. It opens from a disk, in a mail or on a CI server, and prints
 * on A4. A certify run that conforms prints as a dated certificate.
 *
 * The trap: a subject's texts are in it. Everything is escaped by `html`, and the policy allows the one style sheet by its
 * hash and nothing else.
 */
import type * as S from "@embedded-super/contracts/schemas"
import { html, Html } from "@embedded-super/pages/pages/html"
import { createHash } from "node:crypto"
import { dayOf, factsOf, isPartial, verdictSentences, verdictWords } from "../words.ts"
import { findings } from "./findings.ts"
import { style } from "./style.ts"
import { checks, groups, times, unproven } from "./tables.ts"

const mark = new Html(
  `<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" focusable="false"><g fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"><path d="M7 4h13l5 5v19H7z"/><path d="m11 17 4 4 7-8"/></g></svg>`
)

/** Only a whole certify run that conforms is a certificate. */
const isCertificate = (report: S.CheckReport): boolean =>
  report.mode === "certify" && report.verdict === "conforms" && !isPartial(report)

const titleOf = (report: S.CheckReport): string =>
  isCertificate(report)
    ? "Certificate of conformance"
    : report.mode === "certify"
      ? "Report of a certify run"
      : "Conformance report"

const claim = (report: S.CheckReport): string =>
  `On ${dayOf(report.started_at)}, ${report.kit} ${report.kit_version} checked ${report.subject.name} against the description of Embedded Super.`

/** The subject, the settings of the run, and its verdict. */
const head = (report: S.CheckReport, fingerprint: string): Html =>
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

/** At the foot of each printed sheet, made of nothing that a subject or a person wrote. */
const footerOf = ({ kit, kit_version, seed, started_at }: S.CheckReport, fingerprint: string): string =>
  [
    `${kit} ${kit_version}`,
    `seed ${seed}`,
    started_at.slice(0, 10),
    `report.json ${fingerprint.slice(0, 16)}`
  ].join(", ")

/** The meaning of a seed. */
const SEED =
  "The same kit with the same seed makes the same calls, but for e-mail addresses, tax file numbers and ids, which are new in each run."

const places = (report: S.CheckReport): ReadonlyArray<readonly [id: string, name: string]> => [
  ["findings", "Findings"],
  ["checked", "What was checked"],
  ["unobserved", "What was not observed"],
  ...(report.times.length === 0 ? [] : [["times", "Times"] as const]),
  ["checks", "All checks"]
]

const policy = (styles: string): string =>
  `default-src 'none'; style-src 'sha256-${createHash("sha256").update(styles).digest("base64")}'; base-uri 'none'; form-action 'none'`

/** The text of report.html. `fingerprint` is the SHA-256 of report.json. */
export const reportPage = (report: S.CheckReport, fingerprint: string): string => {
  const styles = style(footerOf(report, fingerprint))
  const page = html`<!doctype html>
    <html lang="en-AU">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy(styles)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>${report.subject.name}: ${verdictWords(report)} · ${titleOf(report)}</title>
        ${new Html(`<style>${styles}</style>`)}
      </head>
      <body class="${isCertificate(report) ? "certificate" : "report"}">
        <a class="skip" href="#main">Skip to the report</a>
        <main id="main">
          ${head(report, fingerprint)}
          <nav aria-label="This report">
            <ul>
              ${places(report).map(([id, name]) => html`<li><a href="#${id}">${name}</a></li>`)}
            </ul>
          </nav>
          ${findings(report)} ${groups(report)} ${unproven(report)} ${times(report)} ${checks(report)}
        </main>
        <footer>
          <p>
            Keys, tax file numbers and personal values are masked, also those that the kit made up. ${SEED}
            The SHA-256 of report.json shows that this report and that file belong together.
          </p>
        </footer>
      </body>
    </html>`
  return `${page.text}\n`
}
