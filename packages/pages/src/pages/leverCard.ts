/** The parts that the cards of all levers are made of. */
import type { Frame } from "./Frame.ts"
import { html, type Html } from "./html.ts"
import type { Lever } from "./leverIn.ts"
import type * as S from "@embedded-super/contracts/schemas"
import type { Said } from "./layout.ts"

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

/** The contents of the page of levers. */
export interface LeversShown {
  /** Employers of sandboxed products, for the ATO. */
  readonly employers: ReadonlyArray<{ readonly id: string; readonly name: string }>
  /** The faults that each fund plays now, in words. */
  readonly faults: ReadonlyArray<{ readonly fund: string; readonly lines: ReadonlyArray<string> }>
  /** The levers that were pulled lately, the newest first: what the forms did. */
  readonly recent: ReadonlyArray<S.TimelineEntry>
  /** The newest position, for a scene. */
  readonly lastSeq: number
  /** Where a scene begins; left out, at the oldest of the recent levers. */
  readonly firstSeq?: number
  /** The data folder of the program, for the command that runs a scene. */
  readonly dataDir?: string
  /** A scene that was just made. */
  readonly scene?: S.Scene
  readonly said?: Said
}
