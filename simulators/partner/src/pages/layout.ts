/**
 * The frame of every page: navigation, main part, scripts, and the policy that limits what a page may load.
 *
 * Step 3 of an integration, on the page: the policy of a page with an embed allows the service's origin in `script-src`
 * (the loader) and in `frame-src` (the frame). A page without an embed needs neither.
 *
 * The trap: nothing inline, no style attribute, no script element with text. The policy blocks it without a word to the
 * person.
 *
 * Guide: partners/embedding
 */
import { html, Html } from "@embedded-super/simulator-kit"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Issues } from "../payroll/Issues.ts"
import { PayrollSettings } from "../payroll/PayrollSettings.ts"
import type { ServiceRefused } from "../service/ServiceRefused.ts"
import { always } from "./web.ts"

const places = [
  ["/", "Start"],
  ["/employers", "Employers"],
  ["/people", "People"],
  ["/board", "Board"],
  ["/inbox", "Inbox"],
  ["/issues", "Issues"],
  ["/settings", "Settings"]
] as const

export type Place = (typeof places)[number][0]

export interface PageParts {
  readonly title: string
  /** The entry of the navigation that the page belongs to. */
  readonly place: Place
  readonly content: ReadonlyArray<Html>
  /** Whether the page shows an embed, which needs the service's origin in the policy. */
  readonly hasEmbed?: boolean
  /** The refusal of a form. */
  readonly refusal?: ServiceRefused | string
  readonly status?: number
}

const logo = new Html(
  `<svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false"><path d="M5 28C13 25 20 17 24 6" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round"/><g class="blossom"><circle cx="24" cy="6" r="4"/><circle cx="16" cy="10" r="3.6"/><circle cx="26" cy="15" r="3.4"/><circle cx="10" cy="17" r="3.2"/><circle cx="20" cy="22" r="3"/></g></svg>`
)

const navigation = (place: Place, issues: number): Html =>
  html`<nav aria-label="Main">
    <ul id="navigation" data-live>
      ${places.map(
        ([path, name]) =>
          html`<li>
            <a href="${path}" ${path === place ? new Html(`aria-current="page"`) : undefined}
              >${name}${
                path === "/issues" && issues > 0
                  ? html` <span class="count">${issues}<span class="visually-hidden"> open</span></span>`
                  : undefined
              }</a
            >
          </li>`
      )}
    </ul>
  </nav>`

const refusalShown = (refusal: ServiceRefused | string): Html =>
  typeof refusal === "string"
    ? html`<div class="note bad" role="alert"><p>${refusal}</p></div>`
    : html`<div class="note bad" role="alert">
        <p>${refusal.detail}</p>
        <details class="how">
          <summary>For developers</summary>
          <p>Code: <code>${refusal.code}</code></p>
          <ul>
            ${refusal.errors.map(({ detail, pointer }) => html`<li><code>${pointer}</code> ${detail}</li>`)}
          </ul>
        </details>
      </div>`

const policy = (service: string | undefined): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    `script-src 'self'${service === undefined ? "" : ` ${service}`}`,
    "connect-src 'self'",
    "img-src data:",
    `frame-src ${service ?? "'none'"}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'"
  ].join("; ")

/** Makes the answer with a page. */
export const pageMaker = Effect.gen(function* () {
  const settings = yield* PayrollSettings
  const issues = yield* Issues

  return ({ content, hasEmbed = false, place, refusal, status = 200, title }: PageParts) => {
    const text = html`<!doctype html>
      <html lang="en-AU">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>${title} · Wattle Payroll</title>
          <link rel="icon" href="data:," />
          <link rel="stylesheet" href="/_app/style.css" />
          <script type="module" src="/_app/live.js"></script>
          ${hasEmbed ? html`<script type="module" src="/_app/embed.js"></script>` : undefined}
        </head>
        <body>
          <a class="skip" href="#main">Skip to the content</a>
          <header class="bar">
            <div>
              <a class="brand" href="/">${logo}<span>Wattle Payroll</span></a>
              ${navigation(place, issues.open().length)}
              <p class="made-up">A demo. Nobody here is real.</p>
            </div>
          </header>
          <main id="main" tabindex="-1">
            ${refusal === undefined ? undefined : refusalShown(refusal)} ${content}
          </main>
          <p id="said" class="visually-hidden" role="status"></p>
        </body>
      </html>`.text
    return HttpServerResponse.text(text, {
      status,
      contentType: "text/html; charset=utf-8",
      headers: {
        ...always,
        "content-security-policy": policy(hasEmbed ? settings.serviceOrigin() : undefined)
      }
    })
  }
})
