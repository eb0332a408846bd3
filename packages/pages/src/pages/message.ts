import type * as S from "@embedded-super/contracts/schemas"
import * as Predicate from "effect/Predicate"
import { html, type Html } from "./html.ts"
import { parsed } from "../content/masking/maskedBody.ts"
import { isProblem } from "../content/masking/problems.ts"
import { isMask } from "../content/masking/shown.ts"
import { prose } from "./marks.ts"

/** Names with values. */
export const facts = (rows: ReadonlyArray<readonly [name: string, value: Html | string | undefined]>): Html =>
  html`<dl class="facts">
    ${rows
      .filter(([, value]) => value !== undefined && value !== "")
      .map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`
      )}
  </dl>`

/** A text of many lines, which scrolls sideways in its own region. */
export const lines = (label: string, text: string): Html =>
  html`<pre tabindex="0" role="region" aria-label="${label}">${text}</pre>`

const headerCount = (count: number): string =>
  count === 0 ? "No header that may be shown" : count === 1 ? "1 header" : `${count} headers`

/** A masked request or answer: the body first, which says most. */
export const message = (label: string, shown: S.TimelineEntryDetail["request"]): Html => {
  const id = label.toLowerCase()
  return html`<section class="card message" aria-labelledby="${id}">
    <h2 id="${id}">${label}</h2>
    ${
      shown === null
        ? html`<p class="quiet">There was none, or it isn't kept any more.</p>`
        : html`${shown.body === null ? html`<p class="quiet">No body.</p>` : lines(`${label}, body`, shown.body)}
            <details class="more">
              <summary>${headerCount(Object.keys(shown.headers).length)}</summary>
              <p class="quiet">Headers that may hold a value of a person or a partner aren't listed.</p>
              ${facts(Object.entries(shown.headers))}
            </details>`
    }
  </section>`
}

/** A problem document (RFC 9457) that was masked. Its masked parts are left out. */
interface Problem {
  readonly code: string | undefined
  readonly sentences: ReadonlyArray<string>
  readonly errors: ReadonlyArray<{ readonly pointer: string | undefined; readonly text: string }>
}

const textOf = (value: unknown, name: string): string | undefined => {
  const text = Predicate.hasProperty(value, name) ? value[name] : undefined
  return Predicate.isString(text) && !isMask(text) ? text : undefined
}

const textsOf = (value: unknown, names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.map((name) => textOf(value, name)).filter((text) => text !== undefined)

/** The problem in a masked body; undefined if it is something else. */
export const problemIn = (body: string | null | undefined): Problem | undefined => {
  const value = body === null || body === undefined ? undefined : parsed(body)
  if (!isProblem(value)) return undefined
  const errors = Predicate.hasProperty(value, "errors") && Array.isArray(value.errors) ? value.errors : []
  return {
    code: textOf(value, "code"),
    sentences: textsOf(value, ["title", "detail", "message"]),
    errors: errors.flatMap((error) => {
      const text = textsOf(error, ["detail", "message", "code"])[0]
      return text === undefined ? [] : [{ pointer: textOf(error, "pointer"), text }]
    })
  }
}

export const problemShown = ({ code, errors, sentences }: Problem): Html =>
  html`${sentences.map((text) => html`<p>${prose(text)}</p>`)}
  ${
    errors.length === 0
      ? undefined
      : html`<ul>
          ${errors.map(({ pointer, text }) => html`<li>${pointer === undefined ? undefined : html`<code>${pointer}</code>: `}${prose(text)}</li>`)}
        </ul>`
  }
  ${code === undefined ? undefined : html`<p><code class="quiet">${code}</code></p>`}
  ${code === undefined && sentences.length === 0 && errors.length === 0 ? html`<p>An error without a sentence that can be shown.</p>` : undefined}`
