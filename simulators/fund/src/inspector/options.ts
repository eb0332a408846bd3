import { html, type Html } from "./html.ts"

/** The options of a select: values and their words, one of them chosen. */
export const options = (
  values: ReadonlyArray<readonly [string, string]>,
  chosen?: string
): ReadonlyArray<Html> =>
  values.map(([value, text]) =>
    value === chosen
      ? html`<option value="${value}" selected>${text}</option>`
      : html`<option value="${value}">${text}</option>`
  )
