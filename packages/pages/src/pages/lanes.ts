import type * as S from "@embedded-super/contracts/schemas"
import type { Frame } from "./Frame.ts"
import { html, Html } from "./html.ts"

/** The programs from left to right, as in a sequence diagram. */
const lanes: Readonly<Record<S.TimelineSource, number>> = { partner: 20, service: 68, fund: 116 }

const names = Object.keys(lanes) as ReadonlyArray<S.TimelineSource>

const symbol = (id: string, content: string): string =>
  `<symbol id="${id}" viewBox="0 0 136 24" preserveAspectRatio="xMidYMin" fill="currentColor">${content}</symbol>`

const dot = (lane: S.TimelineSource): string =>
  symbol(`at-${lane}`, `<circle cx="${lanes[lane]}" cy="12" r="4.5"/>`)

const arrow = (from: S.TimelineSource, to: S.TimelineSource): string => {
  const [begin, end] = [lanes[from], lanes[to]]
  const way = Math.sign(end - begin)
  return symbol(
    `${from}-${to}`,
    `<circle cx="${begin}" cy="12" r="3.5"/><path d="M${begin} 12H${end - way * 7}" stroke="currentColor" stroke-width="2"/><path d="M${end - way * 1} 12l${-way * 9} -5v10z"/>`
  )
}

/** The pictures of all ways from program to program, once a page. */
export const laneSymbols = new Html(
  `<svg class="symbols" width="0" height="0" aria-hidden="true" focusable="false">${names
    .flatMap((from) => names.map((to) => (from === to ? dot(from) : arrow(from, to))))
    .join("")}</svg>`
)

const laneOf = ({ others, workbench }: Frame, name: string | null): S.TimelineSource | undefined =>
  workbench.sources.find((program) => program.name === name)?.source ??
  (name === null ? undefined : others?.[name])

/** The names of the lanes above a list. Each entry says the same in words. */
export const laneNames = html`<p class="lane-names" aria-hidden="true">
  ${names.map((name) => html`<span>${name}</span>`)}
</p>`

/** From which program to which an entry went, as a picture beside the words that say it. */
export const lane = (frame: Frame, { from, method, source, to }: S.TimelineEntry): Html => {
  // An arrow is a call. What only concerns another program is noted at its own.
  const [begin, end] = method === null ? [source, undefined] : [laneOf(frame, from), laneOf(frame, to)]
  const way =
    begin !== undefined && end !== undefined && begin !== end
      ? `${begin}-${end}`
      : `at-${begin ?? end ?? source}`
  return html`<p class="lane" aria-hidden="true">
    <svg focusable="false"><use href="#${way}" /></svg>
  </p>`
}
