import type * as S from "@embedded-super/contracts/schemas"
import type { Page } from "playwright-core"
import {
  boardsPage,
  checksPage,
  entryPage,
  errorState,
  filterIn,
  type Frame,
  type Listed,
  leversPage,
  page,
  storyPage,
  timeLinePage,
  waitingPage
} from "../../src/pages/index.ts"
import type { Html } from "../../src/pages/html.ts"
import { checksBefore, checksEnded, checksRunning, noChecks } from "./checkExamples.ts"
import {
  again,
  againRefused,
  boards,
  detail,
  employers,
  entries,
  frame,
  frameDown,
  fundFrame,
  leverDetail,
  manyEntries,
  noted,
  scene,
  story,
  work
} from "./examples.ts"

export interface Scene {
  readonly name: string
  readonly html: Html
  /** The person's actions before the state is reached. */
  readonly steps?: (page: Page) => Promise<unknown>
  /** The state exists on wide screens only. */
  readonly isWideOnly?: true
}

const kinds = [...new Set(entries.map(({ kind }) => kind))]

const line = (name: string, listed: Partial<Listed>, of: Frame = frame): Scene => ({
  name,
  html: timeLinePage(of, { entries: [], filter: {}, hasOlder: false, ...listed }, { kinds })
})

const hostile = noted(
  80_000,
  "failed",
  `<script>alert(1)</script><img src=x onerror=alert(1)> "quoted" ${"x".repeat(180)}`,
  {
    from: "<b>Bold</b>",
    to: "&amp; Sons",
    method: "POST",
    path: `/${"long".repeat(60)}`,
    status: 500,
    duration_ms: 600_000,
    detail: { "<i>name</i>": "</dd><script>alert(2)</script>" }
  }
)

const checks = (name: string, shown: S.WorkbenchChecks): Scene => ({
  name,
  html: checksPage(frame, frame.paths.checks!, shown)
})

const shown = { employers, faults: [], recent: [], lastSeq: 42 }
const places = Object.fromEntries(frame.places.map(({ name, path }) => [name, path]))

export const scenes: ReadonlyArray<Scene> = [
  line("time-line", { entries, hasOlder: true }),
  {
    ...line("time-line-beside", { entries }),
    isWideOnly: true,
    steps: (at) =>
      at
        .locator(".what a")
        .nth(7)
        .click()
        .then(() => at.locator("#peek h1").waitFor())
  },
  line("time-line-long", { entries: [...entries, ...manyEntries(20)], hasOlder: true }, frameDown),
  line("time-line-older", {
    entries: manyEntries(5),
    hasOlder: true,
    filter: filterIn(new URLSearchParams("older_than=9&outcome=good&source=fund&text=call"))
  }),
  line("time-line-none-fits", { filter: { outcome: "stopped" } }),
  line("time-line-empty", {}),
  line("time-line-hostile", { entries: [hostile, ...entries.slice(0, 2)] }),
  line("time-line-simulator", { entries: entries.filter(({ to }) => to === "Banksia Super") }, fundFrame),
  { name: "entry", html: entryPage(frame, detail) },
  {
    name: "entry-again",
    html: entryPage(frame, { ...detail, verdict: "fits", findings: [], docs_url: null }, { again })
  },
  { name: "entry-again-refused", html: entryPage(frame, detail, { again: againRefused }) },
  {
    name: "entry-edited",
    html: entryPage(frame, detail, {
      edited: "{",
      said: { how: "bad", text: "The body isn't JSON. Correct it and send it again." }
    })
  },
  { name: "entry-lever", html: entryPage(frame, leverDetail) },
  { name: "entry-hostile", html: entryPage(frame, { ...detail, entry: hostile }) },
  { name: "story", html: storyPage(frame, story) },
  { name: "state", html: boardsPage(frame, places["State"]!, boards) },
  { name: "state-empty", html: boardsPage(frame, places["State"]!, []) },
  { name: "waiting", html: waitingPage(frame, places["Waiting"]!, work) },
  { name: "waiting-empty", html: waitingPage(frame, places["Waiting"]!, []) },
  {
    name: "levers",
    html: leversPage(frame, {
      ...shown,
      recent: entries.slice(-1),
      faults: [{ fund: "Banksia Super", lines: ["all operations: answers 503, 2 more times"] }]
    })
  },
  {
    name: "levers-scene",
    html: leversPage(frameDown, {
      ...shown,
      scene,
      said: { how: "good", text: "The scene failing-fund.arazzo.yaml is made." }
    })
  },
  {
    name: "levers-no-fund",
    html: leversPage(
      { ...frame, workbench: { ...frame.workbench, sources: [] } },
      { ...shown, employers: [] }
    )
  },
  checks("checks-none", noChecks),
  {
    ...checks("checks-before", checksBefore),
    steps: (at) => at.locator("#receivers ~ .checks summary").click()
  },
  checks("checks-running", checksRunning),
  {
    ...checks("checks-ended", checksEnded),
    steps: (at) => at.locator("#check-banksia-groups summary").click()
  },
  {
    name: "error",
    html: page(frame, {
      title: "Not here",
      content: [
        errorState(frame, {
          title: "That entry isn't kept any more",
          detail: "The time line keeps 5,000 entries.",
          todo: "Choose another one."
        })
      ]
    })
  }
]
