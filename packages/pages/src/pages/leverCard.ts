/** The parts that the cards of all levers are made of. */
import type { Frame } from "./Frame.ts"
import { html, type Html } from "./html.ts"
import type { Lever } from "./leverIn.ts"

export const form = (
  { paths }: Frame,
  lever: Lever["lever"],
  ...content: ReadonlyArray<Html | undefined>
): Html =>
  html`<form method="post" action="${paths.levers ?? ""}">
    <input type="hidden" name="lever" value="${lever}" />${content.filter((part) => part !== undefined)}
  </form>`

export const card = (
  id: string,
  heading: string,
  text: string,
  ...content: ReadonlyArray<Html | undefined>
): Html =>
  html`<section class="card lever" aria-labelledby="${id}">
    <h3 id="${id}">${heading}</h3>
    <p class="quiet">${text}</p>
    ${content.filter((part) => part !== undefined)}
  </section>`

/** One button for each preset. */
export const buttons = (presets: Readonly<Record<string, { readonly text: string }>>): Html =>
  html`<p class="actions">
    ${Object.entries(presets).map(
      ([name, { text }]) => html`<button name="preset" value="${name}" class="quiet">${text}</button>`
    )}
  </p>`
