import type * as S from "@embedded-super/contracts/schemas"
import type { Filter } from "./Filter.ts"
import type { Frame } from "./Frame.ts"
import { html, Html, select } from "./html.ts"
import { outcomeWords, plain, sourceWords } from "./marks.ts"

type Options = ReadonlyArray<readonly [value: string, text: string]>

const outcomes: Options = [["", "Any outcome"], ...Object.entries(outcomeWords)]

const sourceOptions = ({ workbench }: Frame): Options => {
  const known = new Set<S.TimelineSource>(workbench.sources.map(({ source }) => source))
  return [["", "Any program"], ...[...known].map((source) => [source, `The ${sourceWords[source]}`] as const)]
}

const kindOptions = (kinds: ReadonlyArray<string>, chosen: string | undefined): Options => [
  ["", "Any kind"],
  ...[...new Set([...kinds, ...(chosen === undefined ? [] : [chosen])])]
    .toSorted()
    .map((kind) => [kind, plain(kind)] as const)
]

/** The filter of the time line, a form that works without the script. `kinds` are those that can be chosen. */
export const filters = (frame: Frame, filter: Filter, kinds: ReadonlyArray<string>): Html => {
  const { searched = "Sentence or path" } = frame
  const isOneProgram = frame.workbench.sources.length < 2
  const hasMore = filter.source !== undefined || filter.kind !== undefined || filter.about !== undefined
  return html`<form
    class="filters"
    method="get"
    action="${frame.paths.timeLine}"
    role="search"
    aria-label="Filter the time line"
  >
    <label class="text"
      >Text
      <input
        type="search"
        name="text"
        value="${filter.text ?? ""}"
        maxlength="80"
        autocomplete="off"
        placeholder="${searched}"
    /></label>
    ${select("Outcome", "outcome", outcomes, filter.outcome)}
    <details${hasMore ? new Html(" open") : undefined}>
      <summary>More filters</summary>
      <div class="more-filters">
        ${isOneProgram ? undefined : select("Noted by", "source", sourceOptions(frame), filter.source)}
        ${select("Kind", "kind", kindOptions(kinds, filter.kind), filter.kind)}
        <label
          >About
          <input
            name="about"
            value="${filter.about ?? ""}"
            maxlength="128"
            autocomplete="off"
            spellcheck="false"
            placeholder="An id or a slug"
        /></label>
      </div>
    </details>
    <label class="check" title="Hides entries that only record, or read, what another entry says"
      ><input type="checkbox" name="without_noise" value="true" ${filter.without_noise ? new Html("checked") : undefined} />
      Without the noise</label
    >
    <p class="actions">
      <button class="quiet">Filter</button> <a class="button quiet" href="${frame.paths.timeLine}">Clear</a>
    </p>
  </form>`
}
