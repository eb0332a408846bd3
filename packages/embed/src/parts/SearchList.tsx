import { plainText } from "@embedded-super/contracts/pasted"
import type { ComponentChildren } from "preact"
import { useEffect, useId, useState } from "preact/hooks"
import { useWords } from "../frame/context.ts"
import { Choices } from "./Choices.tsx"
import { useField } from "./form.ts"

/** The result of a search. */
export interface Found<Item> {
  readonly items: ReadonlyArray<Item>
  /** There are more than these. */
  readonly hasMore: boolean
  /** The items have nearly the words of this query, and may not be what is meant. */
  readonly isNear: boolean
  /** Items that fit this query better and can't be chosen here: a sentence about each. */
  readonly notOffered: ReadonlyArray<string>
}

const AFTER_TYPING_MS = 250

const AT_ONCE = 8

/** The most that a search returns. */
const AT_MOST = 100

/** The result of a search, in words. It begins with the reason why the typed name itself isn't listed. */
const said = (
  { hasMore, isNear, items, notOffered }: Found<unknown>,
  words: ReturnType<typeof useWords>["common"]
): string => {
  const rest = isNear
    ? words.didYouMean(items.length)
    : items.length === 0 && notOffered.length > 0
      ? ""
      : words.found(items.length, hasMore)
  const reasons = isNear && notOffered.length === 0 ? [words.noSuchName] : notOffered
  return [...reasons, rest].join(" ").trim()
}

/**
 * A search box and, under it, what it found as radio buttons in the flow of the page. No popup: a list in the flow works with
 * every screen reader, at 320 px, and isn't cut off by the frame. A short list has no box.
 */
export const SearchList = <Item extends { readonly id: string }>({
  at,
  label,
  hint,
  legend,
  search,
  isShort = false,
  choiceOf,
  chosen,
  onChange
}: {
  readonly at: string
  readonly label: string
  readonly hint?: string | undefined
  readonly legend: string
  readonly search: (query: string, limit: number) => Promise<Found<Item> | undefined>
  /** All items are seen at a glance: no search box. */
  readonly isShort?: boolean
  readonly choiceOf: (item: Item) => { readonly label: ComponentChildren; readonly hint?: ComponentChildren }
  readonly chosen?: Item | undefined
  readonly onChange?: (item: Item) => void
}) => {
  const { common } = useWords()
  const id = useId()
  const { error } = useField(at)
  const [query, setQuery] = useState("")
  const [limit, setLimit] = useState(AT_ONCE)
  const [found, setFound] = useState<Found<Item>>()
  const [own, setOwn] = useState(chosen)
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(
      () => {
        void search(plainText(query), limit).then((answer) => {
          if (isCurrent && answer !== undefined) setFound(answer)
        })
      },
      found === undefined ? 0 : AFTER_TYPING_MS
    )
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [query, limit])
  const pressed = (event: KeyboardEvent & { currentTarget: HTMLInputElement }) => {
    // Enter would send the form before anything is chosen.
    if (event.key === "Enter") event.preventDefault()
    if (event.key !== "Escape") return
    event.currentTarget.value = ""
    setQuery("")
  }
  const items = found?.items ?? []
  // The chosen item, from now or before, stays in sight, checked, also where a later search doesn't find it.
  const isKept = own !== undefined && own.id === chosen?.id && !items.some(({ id: one }) => one === own.id)
  const rows = isKept ? [own, ...items] : items
  return (
    <div class="results">
      {!isShort && (
        <div class="field">
          <label for={id}>{label}</label>
          {hint !== undefined && (
            <p class="hint" id={`${id}-hint`}>
              {hint}
            </p>
          )}
          <input
            id={id}
            type="search"
            autocomplete="off"
            maxLength={100}
            {...(hint === undefined ? {} : { "aria-describedby": `${id}-hint` })}
            onInput={({ currentTarget }) => {
              setQuery(currentTarget.value)
              setLimit(AT_ONCE)
            }}
            onKeyDown={pressed}
            {...(items.length === 0 && error !== undefined ? { "data-at": at } : {})}
          />
        </div>
      )}
      <p class="small" role="status">
        {found === undefined ? common.searching : said(found, common)}
      </p>
      {rows.length > 0 && (
        <Choices
          at={at}
          legend={legend}
          choices={rows.map((item) => ({ value: item.id, ...choiceOf(item) }))}
          value={chosen?.id}
          onChange={(value) => {
            const item = rows.find((one) => one.id === value)
            if (item === undefined) return
            setOwn(item)
            onChange?.(item)
          }}
        />
      )}
      {found?.hasMore === true && limit < AT_MOST && (
        <button type="button" class="link" onClick={() => setLimit(AT_MOST)}>
          {common.showMore}
        </button>
      )}
    </div>
  )
}
