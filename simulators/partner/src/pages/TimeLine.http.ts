/**
 * The simulator's time line: each webhook that came and each call that the payroll made, with their contents, to be
 * sent again. It is the Workbench's, as in the fund simulator; your software needs no such page.
 *
 * Guide: partners/test-webhooks
 */
import { timeLinePages } from "@embedded-super/simulator-kit"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { partnerContracts } from "../contracts.ts"
import { signedAnew } from "../inbox/signedAnew.ts"

const place = "/_simulator/time-line"

const paths = {
  timeLine: place,
  rows: `${place}/rows`,
  entries: `${place}/entries`,
  files: `${place}/files`
} as const

/** The paths of its pages, read by GET. */
export const timeLinePaths = [
  paths.timeLine,
  paths.rows,
  `${paths.entries}/:seq`,
  `${paths.files}/style.css`,
  `${paths.files}/script.js`
]

export const TimeLineHttp = Layer.unwrap(
  Effect.map(signedAnew, (signed) =>
    timeLinePages({
      contracts: partnerContracts,
      signedAnew: signed,
      frame: {
        name: "Wattle Payroll",
        paths,
        places: [
          { path: paths.timeLine, name: "Time line" },
          { path: "/inbox", name: "Inbox" },
          { path: "/", name: "Payroll" }
        ],
        program: { source: "partner", name: "Wattle Payroll", slug: null }
      }
    })
  )
)
