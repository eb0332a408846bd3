import type { Frame } from "./Frame.ts"
import { html, type Html } from "./html.ts"

/** The button of a newcomer. */
const startButton = ({ start }: Frame): Html | undefined =>
  start === undefined ? undefined : html`<a class="button" href="${start.url}">Start here: ${start.text}</a>`

const leversButton = ({ paths }: Frame): Html | undefined =>
  paths.levers === undefined
    ? undefined
    : html`<a class="button quiet" href="${paths.levers}">Open the levers</a>`

/** A view without content: what would be here, and the buttons that make it happen. */
const empty = (heading: string, text: string, ...buttons: ReadonlyArray<Html | undefined>): Html =>
  html`<div class="empty">
    <h2>${heading}</h2>
    <p>${text}</p>
    <p class="actions">${buttons.filter((button) => button !== undefined)}</p>
  </div>`

export const nothingYet = (frame: Frame): Html =>
  empty(
    "Nothing has happened yet",
    "Each call, each job and each webhook appears here as it happens. Reading this page isn't noted.",
    startButton(frame),
    leversButton(frame)
  )

export const nothingFits = ({ paths }: Frame): Html =>
  empty(
    "No entry fits this filter",
    "Entries that fit appear here as they happen.",
    html`<a class="button" href="${paths.timeLine}">Show everything</a>`
  )

export const nothingOlder = ({ paths }: Frame): Html =>
  empty(
    "There are no older entries",
    "The time line begins after this point.",
    html`<a class="button" href="${paths.timeLine}">Show the newest entries</a>`
  )

export const noBoards = (frame: Frame): Html =>
  empty(
    "No employer, session or list yet",
    "Each appears here in the column of its state, with the next states that are allowed.",
    startButton(frame)
  )

export const nothingWaits = (frame: Frame): Html =>
  empty(
    "Nothing waits",
    "Calls that are tried again later, sessions that wait for a fund, and work that only a person can continue are listed here. A lever makes a fund fail, so that its calls wait.",
    leversButton(frame)
  )

/** A page that can't be shown: what happened, and what to do. */
export const errorState = (frame: Frame, { detail, title, todo }: ErrorParts): Html =>
  html`<div class="empty error">
    <h1>${title}</h1>
    <p>${detail}</p>
    <p>${todo}</p>
    <p class="actions"><a class="button" href="${frame.paths.timeLine}">Open the time line</a></p>
  </div>`

export interface ErrorParts {
  readonly title: string
  readonly detail: string
  /** The reader's next step. */
  readonly todo: string
}
