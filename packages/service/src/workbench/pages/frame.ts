import type * as S from "@embedded-super/contracts/schemas"
import type { Frame } from "@embedded-super/pages/pages/index"

export const place = "/_workbench/pages"

/** Where each page, form and file of the service's Workbench is. */
export const paths = {
  timeLine: "/",
  rows: `${place}/rows`,
  entries: `${place}/entries`,
  things: `${place}/things`,
  boards: `${place}/state`,
  waiting: `${place}/waiting`,
  levers: `${place}/levers`,
  checks: `${place}/checks`,
  scenes: `${place}/levers`,
  files: `${place}/files`,
  stream: "/_workbench/stream"
} as const

/** The paths of the pages in the router's syntax, for the server's `pages` setting. */
export const workbenchPages: ReadonlyArray<string> = [`${place}/*`, paths.stream]

/** Whether a path is the Workbench's: calls to it aren't noted in the time line, nor logged. */
export const isOfWorkbench = (path: string): boolean =>
  path === "/" || path === "/_workbench" || path.startsWith("/_workbench/")

const places = [
  { path: paths.timeLine, name: "Time line" },
  { path: paths.boards, name: "State" },
  { path: paths.waiting, name: "Waiting" },
  { path: paths.levers, name: "Levers" },
  { path: paths.checks, name: "Checks" }
]

/** The frame of every page. It links the payroll application, if that runs, as a newcomer's start. */
export const frameOf = (workbench: S.Workbench): Frame => {
  const partner = workbench.sources.find(({ is_up, source }) => source === "partner" && is_up)
  return {
    name: "Embedded Super",
    paths,
    places,
    workbench,
    // Whose calls a simulator notes, besides those of its own programs.
    others: { "fund-check": "service" },
    docs: "/docs/",
    searched: "Sentence, path, your own id, employer or fund",
    ...(partner === undefined ? {} : { start: { text: partner.name, url: partner.url } })
  }
}
