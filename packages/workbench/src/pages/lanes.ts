import type * as S from "@embedded-super/contracts/schemas"
import type { Frame } from "./Frame.ts"
import { html, Html } from "./html.ts"

/** The programs from left to right, as in a sequence diagram. */
const lanes: Readonly<Record<S.TimelineSource, number>> = { partner: 8, service: 36, fund: 64 }

const names = Object.keys(lanes) as ReadonlyArray<S.TimelineSource>

const lines = `<g class="rails"><path d="M8 0v24M36 0v24M64 0v24"/></g>`

const dot = (lane: S.TimelineSource): string =>
  `<symbol id="at-${lane}" viewBox="0 0 72 24">${lines}<circle cx="${lanes[lane]}" cy="12" r="4.5" fill="currentColor"/></symbol>`

const arrow = (from: S.TimelineSource, to: S.TimelineSource): string => {
  const [begin, end] = [lanes[from], lanes[to]]
  const way = Math.sign(end - begin)
  return `<symbol id="${from}-${to}" viewBox="0 0 72 24">${lines}<circle cx="${begin}" cy="12" r="3" fill="currentColor"/><path d="M${begin} 12H${end - way * 3}" stroke="currentColor" stroke-width="2"/><path d="M${end} 12l${-way * 7} -4.5v9z" fill="currentColor"/></symbol>`
}

/** The pictures of all ways from program to program, once a page. */
export const laneSymbols = new Html(
  `<svg class="symbols" width="0" height="0" aria-hidden="true" focusable="false">${names
    .flatMap((from) => names.map((to) => (from === to ? dot(from) : arrow(from, to))))
    .join("")}</svg>`
)

const laneOf = ({ workbench }: Frame, name: string | null): S.TimelineSource | undefined =>
  workbench.sources.find((program) => program.name === name)?.source

/** From which program to which an entry went, as a picture beside the words that say it. */
export const lane = (frame: Frame, { from, source, to }: S.TimelineEntry): Html => {
  const [begin, end] = [laneOf(frame, from), laneOf(frame, to)]
  const way =
    begin !== undefined && end !== undefined && begin !== end
      ? `${begin}-${end}`
      : `at-${begin ?? end ?? source}`
  return html`<svg class="lane" width="72" height="24" aria-hidden="true" focusable="false">
    <use href="#${way}" />
  </svg>`
}
