import type * as S from "@embedded-super/contracts/schemas"
import { html, type Html } from "./html.ts"

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
