/**
 * Keeps the page as the server shows it. An entry on the stream only says that something changed: the page fetches its
 * parts again, and replaces those that differ. A list of entries is merged, so that focus and scroll position stay.
 */
export const live = `
const body = document.body
const said = document.getElementById("said")
const follow = document.getElementById("follow")
const MOST = 300
const partsOf = (root) => [...root.querySelectorAll("[data-part]")]
// What the server answered, by element: on the page itself, scripts and extensions may have changed it.
const served = new WeakMap()
const remember = (element) => { served.set(element, element.innerHTML) }
for (const part of partsOf(document)) [part, ...part.children].forEach(remember)

// Site data may be blocked: then even to look at the storage throws.
const remembered = () => { try { return sessionStorage.getItem("follow") } catch { return null } }
const rememberFollow = (isOn) => { try { sessionStorage.setItem("follow", isOn ? "on" : "off") } catch {} }
if (remembered() === "off") follow?.setAttribute("aria-pressed", "false")

let lastSaid = 0
const say = (text, isUrgent) => {
  if (!isUrgent && Date.now() - lastSaid < 4000) return
  lastSaid = Date.now()
  said.textContent = text
}

const merge = (list, fresh) => {
  const items = [...fresh.children]
  const ids = new Set(items.map(({ id }) => id))
  const before = new Map([...list.children].map((item) => [item.id, item]))
  // What the answer left out is shown with another entry now, or is older than all of it. Only the latter stays.
  const lastKept = [...before.values()].findLastIndex(({ id }) => ids.has(id))
  ;[...before.values()].forEach((old, index) => { if (!ids.has(old.id) && (lastKept < 0 || index < lastKept)) old.remove() })
  let added = 0
  let place = list.firstElementChild
  for (const item of items) {
    const old = before.get(item.id)
    const isKept = old !== undefined && (served.get(old) === item.innerHTML || old.contains(document.activeElement))
    remember(item)
    if (old === undefined) { added += 1; item.classList.add("new") }
    else if (!isKept) { if (place === old) place = old.nextElementSibling; old.remove() }
    const next = isKept ? old : item
    if (next === place) place = place.nextElementSibling
    else list.insertBefore(next, place)
  }
  // To highlight a flood costs more than to show it.
  if (added > 20) for (const item of items) item.classList.remove("new")
  if (list.id === "entries") while (list.children.length > MOST) list.lastElementChild.remove()
  return added
}

const replace = (part, fresh) => {
  const focused = document.activeElement
  if (part.contains(focused) && focused.matches("input, select, textarea")) return
  served.set(part, fresh.innerHTML)
  ;[...fresh.children].forEach(remember)
  const open = [...part.querySelectorAll("details[open][id]")].map(({ id }) => id)
  const controls = [...part.querySelectorAll("a, button, summary, [tabindex]")]
  const at = controls.indexOf(focused)
  part.replaceChildren(...fresh.childNodes)
  for (const id of open) document.getElementById(id)?.setAttribute("open", "")
  if (at >= 0) part.querySelectorAll("a, button, summary, [tabindex]")[at]?.focus()
}

// Without an answer nothing on the page is known to be true any more, so no light says "up".
const lose = () => {
  say("The Workbench doesn't answer.")
  if (body.classList.contains("offline")) return
  body.classList.add("offline")
  const programs = document.getElementById("programs")
  for (const state of programs.querySelectorAll(".state")) state.textContent = "not known"
  served.delete(programs)
  document.getElementById("lost").hidden = false
}
const regain = () => {
  if (!body.classList.contains("offline")) return
  body.classList.remove("offline")
  document.getElementById("lost").hidden = true
  say("The Workbench answers again.", true)
}

// A program that hangs keeps the connection and never answers.
const LONGEST = 10_000
const textAt = async (address) => {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), LONGEST)
  try {
    const answer = await fetch(address, { signal: stop.signal })
    return { isOk: answer.ok, text: await answer.text() }
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

const isOlder = () => new URLSearchParams(location.search).has("older_than")
const isFollowing = () => follow?.getAttribute("aria-pressed") !== "false" && !isOlder()

const count = (fresh) => {
  const isNew = new Set([...fresh.children].map(({ id }) => id))
  for (const { id } of document.getElementById(fresh.id)?.children ?? []) isNew.delete(id)
  // Entries below the last one that is shown are older, not new.
  const last = [...fresh.children].findLastIndex(({ id }) => !isNew.has(id))
  const newer = [...fresh.children].filter(({ id }, index) => isNew.has(id) && (last < 0 || index < last)).length
  if (follow !== null && !isOlder()) follow.textContent = newer === 0 ? "Follow" : "Follow (" + newer + " new)"
}

let latest = 0
// A filter's answer that is overtaken by the next one, or doesn't come, is still owed: the next one is shown whole.
let isWholeOwed = false
const load = async (asksWhole) => {
  isWholeOwed ||= asksWhole
  const mine = (latest += 1)
  const address = body.dataset.live === "" ? location.pathname : body.dataset.live
  const answer = await textAt(address + location.search)
  if (mine !== latest) return
  if (answer === undefined) return lose()
  regain()
  if (!answer.isOk) return
  const isWhole = isWholeOwed
  isWholeOwed = false
  const page = new DOMParser().parseFromString(answer.text, "text/html")
  let added = 0
  for (const fresh of partsOf(page)) {
    const part = document.getElementById(fresh.id)
    if (part === null) continue
    const isList = fresh.dataset.part === "entries"
    // While the page doesn't follow, only the lights are kept true.
    if (!isWhole && fresh.id !== "programs" && !isFollowing()) {
      if (isList) count(fresh)
      continue
    }
    if (isList && follow !== null) follow.textContent = "Follow"
    if (isList && fresh.dataset.title !== undefined) document.title = fresh.dataset.title
    if (!isList && served.get(part) === fresh.innerHTML) continue
    if (!isList || isWhole) replace(part, fresh)
    else added += merge(part, fresh)
  }
  if (isWhole) {
    const { length } = document.querySelectorAll("#entries > li")
    say(length === 1 ? "1 entry." : length + " entries.", true)
  } else if (added > 0) say(added === 1 ? "1 new entry." : added + " new entries.")
  return added
}

let timer
let loaded = 0
let pause = 400
const soon = () => {
  if (timer !== undefined || document.hidden) return
  timer = setTimeout(async () => {
    const began = performance.now()
    const added = await load(false)
    loaded = performance.now()
    // More than a person can read: the page doesn't have to show each of them. A search that takes long is repeated less.
    pause = added > 50 ? 5000 : Math.max(400, 5 * (loaded - began))
    timer = undefined
  }, Math.max(50, loaded + pause - performance.now()))
}

follow?.addEventListener("click", () => {
  const isOn = follow.getAttribute("aria-pressed") === "false"
  follow.setAttribute("aria-pressed", String(isOn))
  rememberFollow(isOn)
  if (!isOn) latest += 1
  say(isOn ? "New entries appear by themselves." : "New entries don't appear until you follow again.", true)
  soon()
})
document.addEventListener("visibilitychange", soon)

let isStreamed = false
if (body.dataset.stream !== "") {
  const source = new EventSource(body.dataset.stream)
  source.addEventListener("open", () => { isStreamed = true; soon() })
  source.addEventListener("entry", soon)
  source.addEventListener("error", () => { isStreamed = false; soon() })
  addEventListener("pagehide", () => source.close())
}
// Programs may go down without an entry, so the page also looks now and then while it is streamed.
let seconds = 0
setInterval(() => { seconds += 1; if (seconds % (isStreamed ? 10 : 2) === 0) soon() }, 1000)
`
