/**
 * The page of something that the payroll doesn't have.
 *
 * Guide: partners/wattle-payroll
 */
import { html } from "@embedded-super/simulator-kit"
import type { pageMaker, Place } from "./layout.ts"
import type * as Effect from "effect/Effect"

export const notHere = (page: Effect.Success<typeof pageMaker>, place: Place, what: string) =>
  page({
    title: "Not here",
    place,
    status: 404,
    content: [
      html`<h1>Not here</h1>
        <p>The payroll has no such ${what}. It may have been forgotten by a reset.</p>
        <p><a href="${place}">Back</a></p>`
    ]
  })
