/**
 * One entry with all that is known about it. Contents come masked; nothing here can unmask them.
 */
import type * as S from "@embedded-super/contracts/schemas"
import { variablesIn } from "../content/curlOf.ts"
import { againForms, againOutcome } from "./again.ts"
import { entryRow } from "./entryRow.ts"
import { entryPath, type Frame } from "./Frame.ts"
import { html, Html } from "./html.ts"
import { page, type Said } from "./layout.ts"
import { facts, lines, message } from "./message.ts"
import { copyButton, parties, pill, plain, prose, sourceWords, things, timeOf, tookOf } from "./marks.ts"
import { dayOf, gapBetween } from "./times.ts"

/** The results of the forms of this page. */
export interface DetailExtras {
  readonly again?: S.AgainOutcome
  /** How the caller corrects the call. */
  readonly advice?: ReadonlyArray<string>
  /** The body that was edited, shown again after a refusal. */
  readonly edited?: string
  readonly said?: Said
}

const verdicts: Readonly<Record<S.TimelineEntryDetail["verdict"], readonly [how: string, text: string]>> = {
  fits: ["good", "Request and answer fit the contract."],
  breaks: ["bad", "This breaks the contract:"],
  not_checked: ["plain", "Not checked: there is no contract for it, or its content isn't kept any more."]
}

const remedy = (advice: ReadonlyArray<string>): Html | undefined =>
  advice.length === 0
    ? undefined
    : html`<p><strong>How to correct it</strong></p>
        <ul>
          ${advice.map((text) => html`<li>${text}</li>`)}
        </ul>`

const verdict = (
  { docs_url, findings, verdict }: S.TimelineEntryDetail,
  { advice = [] }: DetailExtras
): Html => {
  const [how, text] = verdicts[verdict]
  return html`<section class="note ${how}" aria-labelledby="verdict">
    <h2 id="verdict" class="visually-hidden">Verdict of the contract</h2>
    <p>${text}</p>
    ${
      findings.length === 0
        ? undefined
        : html`<ul>
            ${findings.map((one) => html`<li>In the ${one.in}, <code>${one.pointer}</code>: ${one.detail} <code class="quiet">${one.code}</code></li>`)}
          </ul>`
    }
    ${remedy(advice)}
    ${docs_url === null ? undefined : html`<p><a href="${docs_url}">What this error means, and what to do</a></p>`}
  </section>`
}

const linked = (
  frame: Frame,
  id: string,
  heading: string,
  entries: ReadonlyArray<S.TimelineEntry>,
  none: string,
  since?: string
): Html =>
  html`<section id="${id}" class="listed" data-part aria-labelledby="${id}-heading">
    <h2 id="${id}-heading">${heading}</h2>
    ${
      entries.length === 0
        ? html`<p class="quiet">${none}</p>`
        : html`<ol class="entries">
            ${entries.map((entry) => html`<li class="entry ${entry.outcome}">${entryRow(frame, entry, { gap: since === undefined ? undefined : gapBetween(since, entry.at) })}</li>`)}
          </ol>`
    }
  </section>`

const requirements = ({ requirements }: S.TimelineEntryDetail): Html | undefined =>
  requirements.length === 0
    ? undefined
    : html`<section aria-labelledby="requirements">
        <h2 id="requirements">The sentences that this step belongs to</h2>
        <ul class="requirements">
          ${requirements.map(({ id, text }) => html`<li><code>${id}</code> ${text}</li>`)}
        </ul>
      </section>`

/** The variables to set before, and where the demo's keys are. */
const before = (command: string): Html | undefined => {
  const names = variablesIn(command)
  const isKeyed = names.some((name) => ["$PRODUCT_KEY", "$PARTNER_KEY", "$WEBHOOK_SECRET"].includes(name))
  return names.length === 0
    ? undefined
    : html`<p class="hint">
        Set
        <code>${names.join(", ")}</code>
        first.${isKeyed ? html` The demo's keys and secrets are in <code>demo.json</code>, in the data folder of <code>start</code>.` : undefined}
      </p>`
}

const curl = ({ curl }: S.TimelineEntryDetail): Html | undefined =>
  curl === null
    ? undefined
    : html`<section class="card" aria-labelledby="curl">
        <div class="heading">
          <h2 id="curl">As a command</h2>
          ${copyButton(curl, "the command")}
        </div>
        ${before(curl)} ${lines("The call as a curl command", curl)}
      </section>`

/** A scene is levers and calls in order, so it begins with an entry. */
const fromHere = ({ paths }: Frame, { seq }: S.TimelineEntry): Html | undefined =>
  paths.scenes === undefined
    ? undefined
    : html`<p class="from-here">
        <a href="${paths.scenes}?first_seq=${seq}#scene">Make a scene from here</a>
      </p>`

const head = (frame: Frame, entry: S.TimelineEntry): Html =>
  html`<header class="entry-head">
    <p class="crumb"><a href="${frame.paths.timeLine}">Time line</a></p>
    <h1>${prose(entry.summary)}</h1>
    ${fromHere(frame, entry)}
    <p class="line">
      ${pill(entry)} ${tookOf(entry.duration_ms)} <span>${parties(entry)}</span>
      <span>${timeOf(entry.at, frame.zone)} <span class="quiet">${dayOf(entry.at, frame.zone)}</span></span>
    </p>
    ${facts([
      ["Call", entry.method === null ? undefined : html`<code>${entry.method} ${entry.path ?? ""}</code>`],
      ["About", things(frame, entry.about)],
      ...Object.entries(entry.detail).map(([name, value]) => [plain(name), value] as const)
    ])}
    <details class="more">
      <summary>Ids of this entry</summary>
      ${facts([
        ["Position", String(entry.seq)],
        ["Kind", html`<code>${entry.kind}</code>`],
        ["Noted by", sourceWords[entry.source]],
        ["X-Request-Id", entry.request_id === null ? undefined : html`<code>${entry.request_id}</code>`],
        ["Trace", entry.trace_id === null ? undefined : html`<code>${entry.trace_id}</code>`]
      ])}
    </details>
  </header>`

/** The main part of an entry's page, which the time line also shows beside itself. */
export const entryDetail = (frame: Frame, detail: S.TimelineEntryDetail, extras: DetailExtras = {}): Html => {
  const { caused_by, entry, followed_by } = detail
  const isCall = entry.method !== null || detail.again.can_send
  return html`<article id="entry" data-seq="${entry.seq}" aria-label="Entry ${entry.seq}">
    ${head(frame, entry)} ${extras.again === undefined ? undefined : againOutcome(frame, extras.again)}
    ${isCall ? verdict(detail, extras) : undefined}
    ${isCall ? html`<div class="two">${message("Request", detail.request)} ${message("Answer", detail.answer)}</div>` : undefined}
    ${isCall ? html`<div class="two">${curl(detail)} ${againForms(frame, detail, extras.edited)}</div>` : undefined}
    ${linked(frame, "caused-by", "Caused by", caused_by, "Nothing here: a person or another program began it.")}
    ${linked(frame, "followed-by", "Followed by", followed_by, "Nothing yet.", entry.at)}
    ${requirements(detail)}
  </article>`
}

/** The whole page of an entry. */
export const entryPage = (frame: Frame, detail: S.TimelineEntryDetail, extras: DetailExtras = {}): Html =>
  page(frame, {
    title: detail.entry.summary,
    // After a refused "Send again" the page's own address isn't the entry's.
    live: entryPath(frame, detail.entry),
    content: [entryDetail(frame, detail, extras)],
    ...(extras.said === undefined ? {} : { said: extras.said })
  })
