/**
 * The frame of every page of the Workbench: header with the programs and the clock, navigation, main part.
 *
 * The trap: nothing inline, no style attribute. The policy blocks it without a word to the person.
 */
import type * as S from "@embedded-super/contracts/schemas"
import type { Frame, Paths } from "./Frame.ts"
import { html, Html } from "./html.ts"
import { laneSymbols, copyButton, timeOf } from "./marks.ts"
import { dayOf, lengthOf } from "./times.ts"

/** Where a program's check is; undefined for the service, and where there is none. */
const checkOf = ({ checks }: Paths, { slug, source }: S.WorkbenchSource): string | undefined =>
  checks === undefined || source === "service"
    ? undefined
    : `${checks}#${slug === null ? "receivers" : `fund-${slug}`}`

const checkLink = (paths: Paths, program: S.WorkbenchSource): Html | undefined => {
  const at = checkOf(paths, program)
  return at === undefined
    ? undefined
    : html`<a class="check-link" href="${at}"
        >Check this<span class="visually-hidden">: ${program.name}</span></a
      >`
}

const light = (paths: Paths, program: S.WorkbenchSource): Html => {
  const { detail, is_up, name, source, url } = program
  return html`<li class="light ${is_up ? "up" : "down"}">
    <p>
      <span class="lamp" aria-hidden="true"></span><strong>${name}</strong>
      <span class="state">${is_up ? "up" : "down"}</span>
    </p>
    <p class="address">
      <code title="${url}">${url.replace(/^https?:\/\//, "")}</code>
      ${copyButton(url, `the address of the ${source}`)} ${checkLink(paths, program)}
    </p>
    ${detail === null ? undefined : html`<p class="why">${detail}</p>`}
  </li>`
}

/** The programs, whether each answers, and the one clock. */
export const lights = ({ paths, workbench: { ahead_seconds, now, sources }, zone }: Frame): Html =>
  html`<section id="programs" class="lights" aria-label="Programs and clock" data-part>
    <ul>
      ${sources.map((program) => light(paths, program))}
    </ul>
    <p class="clock">
      ${timeOf(now, zone)} <span class="quiet">${dayOf(now, zone)}</span>
      <span class="quiet"
        >${ahead_seconds === 0 ? "not moved" : `${lengthOf(ahead_seconds * 1000)} ahead`}</span
      >
    </p>
  </section>`

/** The Content-Security-Policy of every page. */
export const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'"
].join("; ")

/** The result of a form. */
export interface Said {
  readonly how: "good" | "bad"
  readonly text: string
  /** Where on the page the result is, by its id. */
  readonly at?: { readonly id: string; readonly text: string }
}

export interface PageParts {
  readonly title: string
  /** The path of the navigation's link that is current. */
  readonly place?: string
  readonly content: ReadonlyArray<Html>
  readonly said?: Said
  /** Where the script fetches the live parts from, if not from the page's own address. The page's query is added. */
  readonly live?: string
}

const current = new Html(` aria-current="page"`)

const navigation = ({ places }: Frame, place: string | undefined): Html =>
  html`<nav aria-label="Workbench">
    <ul>
      ${places.map(
        ({ name, path }) =>
          html`<li><a href="${path}" ${path === place ? current : undefined}>${name}</a></li>`
      )}
    </ul>
  </nav>`

const mark = new Html(
  `<svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false"><g fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"><path d="M6 4v24M16 4v24M26 4v24" opacity=".35"/><path d="M6 10h9M17 16h8M15 22H7"/></g><g fill="currentColor"><circle cx="16" cy="10" r="2.6"/><circle cx="26" cy="16" r="2.6"/><circle cx="6" cy="22" r="2.6"/></g></svg>`
)

const saidShown = ({ at, how, text }: Said): Html =>
  html`<div class="note ${how}" role="${how === "bad" ? "alert" : "status"}">
    <p>${text}${at === undefined ? undefined : html` <a href="#${at.id}">${at.text}</a>`}</p>
  </div>`

/** The title in the browser's tab. */
export const titleOf = ({ name }: Frame, title: string): string => `${title.replaceAll("`", "")} · ${name}`

/** The notice that the script shows while the program doesn't answer. */
const lost = html`<p id="lost" class="note bad" hidden>
  <strong>Connection lost.</strong> The Workbench doesn't answer, so this page shows what was true before.
  Start the program again; the page continues by itself.
</p>`

/** A whole page. It works without its script, and loads nothing from other hosts. */
export const page = (frame: Frame, { content, live, place, said, title }: PageParts): Html => {
  const { docs, name, paths, start } = frame
  return html`<!doctype html>
    <html lang="en-AU">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${titleOf(frame, title)}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${paths.files}/style.css" />
        <script type="module" src="${paths.files}/script.js"></script>
      </head>
      <body data-stream="${paths.stream ?? ""}" data-live="${live ?? ""}">
        <a class="skip" href="#main">Skip to the content</a>
        ${laneSymbols}
        <header class="bar">
          <div class="top">
            <a class="brand" href="${paths.timeLine}"
              >${mark}<span>${name} <small>Workbench</small></span></a
            >
            ${navigation(frame, place)}
            <p class="ways">
              ${docs === undefined ? undefined : html`<a href="${docs}">Docs</a>`}
              ${start === undefined ? undefined : html`<a class="button" href="${start.url}">Start here: ${start.text}</a>`}
            </p>
          </div>
          ${lights(frame)} ${lost}
        </header>
        <main id="main" tabindex="-1">${said === undefined ? undefined : saidShown(said)} ${content}</main>
        <p id="said" class="visually-hidden" role="status"></p>
      </body>
    </html>`
}
