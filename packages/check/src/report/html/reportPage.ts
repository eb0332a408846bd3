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
import { base, colours, tokens } from "@embedded-super/pages/tokens/index"
import { coverage, dayOf, factsOf, isPartial, verdictSentences, verdictWords } from "../words.ts"
import { findings } from "./findings.ts"
import { checks, groups, times, unproven } from "./tables.ts"

const lightColours = Object.entries(colours.light)
  .map(([name, value]) => `--${name}:${value}`)
  .join(";")

const page = `
body{background:var(--surface)}
main,footer{max-width:64rem;margin-inline:auto;padding-inline:var(--space-4)}
main{padding-block:var(--space-5)}main>section{margin-top:var(--space-6)}footer{padding-bottom:var(--space-6);font-size:var(--text-small);color:var(--ink-soft)}
h1{font-size:var(--text-hero)}h2{font-size:var(--text-title)}h3{font-size:var(--text-large)}
.skip{position:absolute;left:-100rem}.skip:focus{left:var(--space-3);top:var(--space-3);background:var(--paper);padding:var(--space-2) var(--space-3);z-index:1}
.quiet{color:var(--ink-soft);font-size:var(--text-small)}
.head{background:var(--paper);border:1px solid var(--line);border-top:.4rem solid var(--good);border-radius:var(--radius-large);padding:var(--space-5)}
.head.does_not_conform{border-top-color:var(--bad)}.head.incomplete,.head.in-part{border-top-color:var(--warn)}
.kind{display:flex;align-items:center;gap:var(--space-2);font-weight:650;color:var(--ink-soft);margin:0 0 var(--space-2)}.kind svg{color:var(--accent);flex:none}
.verdict{display:inline-flex;align-items:baseline;gap:var(--space-2);border-radius:var(--radius);padding:var(--space-1) var(--space-4);font-size:var(--text-large);font-weight:700;color:var(--good);background:var(--good-soft);margin:0 0 var(--space-2)}
.does_not_conform .verdict{color:var(--bad);background:var(--bad-soft)}.incomplete .verdict,.in-part .verdict{color:var(--warn);background:var(--warn-soft)}
.facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(15rem,100%),1fr));gap:var(--space-3) var(--space-5);margin:var(--space-4) 0 0}
.facts div,.told div{min-width:0}dt{font-size:var(--text-small);color:var(--ink-soft)}dd{margin:0}
.fingerprint{grid-column:1/-1}.fingerprint code{font-size:var(--text-small)}
nav ul{display:flex;flex-wrap:wrap;gap:0 var(--space-4);list-style:none;padding:0;margin:var(--space-4) 0 0}nav a{display:flex;align-items:center;min-height:var(--target)}
.card{background:var(--paper);border:1px solid var(--line);border-left:.3rem solid var(--bad);border-radius:var(--radius-large);padding:var(--space-4);margin:0 0 var(--space-4);min-width:0}.card.warn{border-left-color:var(--warn)}.card.none{border-left-color:var(--good)}.card>:last-child{margin-bottom:0}
.line{display:flex;flex-wrap:wrap;gap:var(--space-1) var(--space-3);align-items:baseline;margin:0 0 var(--space-2)}
.pill{display:inline-block;border-radius:99rem;padding:.05rem .65rem;font-size:var(--text-small);font-weight:650;white-space:nowrap;color:var(--ink-soft);background:var(--surface);border:1px solid var(--line)}.pill::before{content:"• " / ""}
.pill.pass{color:var(--good);background:var(--good-soft);border-color:transparent}.pill.pass::before{content:"✓ " / ""}
.pill.fail{color:var(--paper);background:var(--bad);border-color:transparent}.pill.fail::before{content:"✕ " / ""}
.pill.warn,.pill.error{color:var(--warn);background:var(--warn-soft);border-color:transparent}.pill.warn::before,.pill.error::before{content:"! " / ""}
.told{display:grid;gap:var(--space-3);margin:0 0 var(--space-4)}.told dd{white-space:pre-wrap}@media print,(min-width:40rem){.told div{display:grid;grid-template-columns:8rem minmax(0,1fr);gap:var(--space-3);align-items:baseline}}
.two{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(22rem,100%),1fr));gap:var(--space-4);margin-bottom:var(--space-4);align-items:start}.two>section{min-width:0}
h4{margin:0 0 var(--space-1);font-size:var(--text)}
pre{font:var(--text-small)/1.5 var(--mono);background:var(--surface);border:1px solid var(--line);border-radius:var(--radius);padding:var(--space-3);overflow:auto;max-height:24rem;margin:0 0 var(--space-2);white-space:pre-wrap;overflow-wrap:anywhere}
pre.command{user-select:all}.headers{margin:0 0 var(--space-2);font-size:var(--text-small)}.headers div{display:flex;flex-wrap:wrap;gap:0 var(--space-2)}
.wide{overflow-x:auto;margin-bottom:var(--space-4)}table{border-collapse:collapse;width:100%;background:var(--paper);border:1px solid var(--line)}th,td{text-align:start;padding:var(--space-2) var(--space-3);border-bottom:1px solid var(--line);vertical-align:top}th{font-size:var(--text-small);color:var(--ink-soft);white-space:nowrap}td p{margin:0}
.checks td:nth-child(1){width:36%}.checks td:nth-child(2){width:4.5rem}.checks td:nth-child(4){width:22%}td code{white-space:nowrap}
.numbers td+td{font-variant-numeric:tabular-nums}.unseen td:nth-child(1){white-space:nowrap}.unseen td:nth-child(3){width:36%}
@media screen and (max-width:48rem){.head{padding:var(--space-4)}h1{font-size:var(--text-title)}table,tbody,tr,td{display:block}thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}tr{padding:var(--space-2) var(--space-3);border-bottom:1px solid var(--line)}tr:last-child{border:0}td,.checks td:nth-child(n),.unseen td:nth-child(n){border:0;white-space:normal;padding:var(--space-1) 0;width:auto;overflow-wrap:anywhere}td::before{content:attr(data-column);display:block;font-size:var(--text-small);color:var(--ink-soft)}.numbers tr{display:grid;grid-template-columns:1fr 1fr;column-gap:var(--space-3)}.numbers td:first-child{grid-column:1/-1;font-weight:650}.numbers td:has(>.quiet){display:none}}
@media (forced-colors:active){.pill,.verdict,.card,.head{border:1px solid CanvasText}.pill.fail{border-width:3px}}
`

/** `footer` is printed at the bottom of every sheet: the quoted text of a CSS string. */
const print = (footer: string): string => `
@media print{
.told{gap:1.5mm}
:root{color-scheme:light;${lightColours};--text:9.5pt;--text-small:8pt;--text-large:11pt;--text-title:13pt;--text-hero:20pt}
body,.head,.card,table{background:#fff}nav,.skip{display:none}
main,footer{max-width:none;padding:0}main>section{margin-top:5mm}
.head{padding:6mm 7mm;border-width:3mm 1px 1px;border-radius:0}.certificate .head{min-height:95mm}.head .facts{gap:2mm 5mm;margin-top:3mm}.card.none{padding:1.5mm 4mm}
.head,.verdict,.pill{print-color-adjust:exact}
.facts{grid-template-columns:1fr 1fr}
h2,h3,h4,h2+p,.line{break-after:avoid}tr,.told div,.head{break-inside:avoid}thead{display:table-header-group}
pre{break-inside:avoid;max-height:none;white-space:pre-wrap;overflow-wrap:anywhere;font-size:7.5pt}.wide{overflow:visible}
th,td{padding:1.2mm 2mm}.numbers th,.numbers td{padding-block:.45mm}.card{border-radius:0;box-decoration-break:clone}
a{color:inherit;text-decoration:none}
}
@page{size:A4;margin:16mm 15mm 18mm;@bottom-left{content:"${footer}";font:7.5pt system-ui,sans-serif;color:#4a5852}@bottom-right{content:counter(page) " of " counter(pages);font:7.5pt system-ui,sans-serif;color:#4a5852}}
`

/** The style sheet of report.html: light, dark, narrow, and A4. */
const style = (footer: string): string => [tokens, base, page, print(footer)].join("\n")

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

/** Too long for a column. */
const digest = (name: string, value: string): Html =>
  html`<div class="fingerprint">
    <dt>${name}</dt>
    <dd><code>${value}</code></dd>
  </div>`

/** The subject, the settings of the run, and its verdict. */
const head = (report: S.CheckReport, fingerprint: string): Html =>
  html`<header
    class="head ${report.verdict}${report.verdict === "conforms" && isPartial(report) ? " in-part" : ""}"
  >
    <p class="kind">${mark}${titleOf(report)} · ${coverage(report)}</p>
    <h1>${report.subject.name}</h1>
    <p class="verdict">${verdictWords(report)}</p>
    <p>${claim(report)} ${verdictSentences(report).join(" ")}</p>
    <dl class="facts">
      ${factsOf(report)
        .slice(1)
        .map(([name, value]) =>
          value.length === fingerprint.length
            ? digest(name, value)
            : html`<div>
                <dt>${name}</dt>
                <dd>${value}</dd>
              </div>`
        )}
      ${digest("SHA-256 of report.json", fingerprint)}
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
  ...(report.counts.not_applicable === 0 ? [] : [["not-applicable", "What does not apply"] as const]),
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
