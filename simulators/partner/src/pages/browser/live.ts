/**
 * Keeps the marked parts of a page (data-live) as they are on the server: each change is announced by server-sent
 * events, and the page fetches itself again. Open details and the focus stay; a form that is being filled in isn't
 * replaced.
 *
 * Guide: partners/wattle-payroll
 */
export const liveScript = `
const said = document.getElementById("said")
const known = new Map([...document.querySelectorAll("[data-live]")].map((part) => [part.id, part.innerHTML]))

const replace = (part, fresh) => {
  const html = fresh.innerHTML
  if (known.get(part.id) === html) return false
  const focused = document.activeElement
  if (part.contains(focused) && focused.matches("input, select, textarea")) return false
  known.set(part.id, html)
  const open = [...part.querySelectorAll("details[open][id]")].map(({ id }) => id)
  const focusedId = part.contains(focused) ? focused.id : ""
  part.replaceChildren(...fresh.childNodes)
  for (const id of open) document.getElementById(id)?.setAttribute("open", "")
  if (focusedId !== "") document.getElementById(focusedId)?.focus()
  return true
}

// Without an answer there is nothing to show. If the server ended, its stream begins anew, with a change.
const LONGEST = 10_000
const pageNow = async () => {
  try {
    const answer = await fetch(location.href, { signal: AbortSignal.timeout(LONGEST) })
    return answer.ok ? await answer.text() : undefined
  } catch (error) {
    if (error.name === "TimeoutError") isBehind = true
    return undefined
  }
}

const refresh = async () => {
  const text = await pageNow()
  if (text === undefined) return
  const page = new DOMParser().parseFromString(text, "text/html")
  const changed = [...document.querySelectorAll("[data-live]")].filter((part) => {
    const fresh = page.getElementById(part.id)
    return fresh !== null && replace(part, fresh)
  })
  const names = changed.map(({ dataset }) => dataset.live).filter((name) => name !== "")
  if (names.length > 0) said.textContent = "Updated: " + names.join(", ") + "."
}

// One at a time: of two answers under way, the earlier may come last.
let isBehind = false
let isAtIt = false
const soon = async () => {
  isBehind = true
  if (isAtIt) return
  isAtIt = true
  try {
    while (isBehind) {
      await new Promise((later) => setTimeout(later, 60))
      isBehind = false
      await refresh()
    }
  } finally {
    isAtIt = false
  }
}
const source = new EventSource("/_app/events")
source.onmessage = soon
addEventListener("pagehide", () => source.close())
`
