/** One page of a browser that Playwright doesn't drive: Debian's Firefox (`firefox.ts`) and WebKitGTK (`webkit.ts`). */
export interface Driven {
  readonly goto: (url: string) => Promise<void>
  /** Runs a function, given as text, in the page, with texts as its arguments; its result is JSON. */
  readonly run: <Result>(declaration: string, ...given: ReadonlyArray<string>) => Promise<Result>
  /** Clicks on the first element of a selector with the mouse. */
  readonly click: (selector: string) => Promise<void>
  /** Replaces the text of a box, as pasting does. */
  readonly paste: (selector: string, text: string) => Promise<void>
  readonly stop: () => Promise<void>
}

/** Finds the element of a selector, in view. */
export const clickable =
  "(selector) => { const found = document.querySelector(selector); found.scrollIntoView({ block: 'center' }); return found }"

export const pasting = `(selector, text) => {
  const box = document.querySelector(selector)
  box.focus()
  box.select()
  document.execCommand(text === "" ? "delete" : "insertText", false, text)
}`
