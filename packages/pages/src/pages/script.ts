/**
 * The one script of all pages, an ES module. Every page works without it.
 *
 * Why text: the programs that serve it have no build step, and are packed into single files. Its parts share one
 * scope, in the order of `script`. test/gallery runs them in Chromium and holds their budget.
 */
import { live } from "./liveScript.ts"

/**
 * On a wide screen, opens an entry beside the time line. On others its link leads to its page. The address has the entry as
 * its fragment, `#e12`, which is also the id of its row.
 */
const peeking = `
const peek = document.getElementById("peek")
const isWide = matchMedia("(min-width: 75rem)")
let opener
let opening
const hide = () => {
  opening = undefined
  if (peek === null || peek.hidden) return
  peek.hidden = true
  document.querySelector(".entry.open")?.classList.remove("open")
  opener?.focus()
}
const withoutEntry = () => location.pathname + location.search
const close = () => {
  if (peek === null || peek.hidden) return
  hide()
  if (history.state?.isPeek) history.back()
  else history.replaceState(null, "", withoutEntry())
}
const open = async (href) => {
  const mine = (opening = {})
  const answer = await fetch(href).catch(() => undefined)
  const entry = answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("entry") : null
  if (mine !== opening) return
  if (entry === null) return location.assign(href)
  document.querySelector(".entry.open")?.classList.remove("open")
  document.getElementById("e" + entry.dataset.seq)?.classList.add("open")
  peek.querySelector("a").href = href
  peek.lastElementChild.replaceChildren(entry)
  const wasHidden = peek.hidden
  peek.hidden = false
  peek.scrollTop = 0
  peek.focus()
  const address = withoutEntry() + "#e" + entry.dataset.seq
  if (location.hash === "#e" + entry.dataset.seq) return
  if (wasHidden) history.pushState({ isPeek: true }, "", address)
  else history.replaceState(history.state, "", address)
}
const openInAddress = () => {
  const seq = /^#e(\\d+)$/.exec(location.hash)?.[1]
  if (seq === undefined) { if (location.hash === "") hide() }
  else if (isWide.matches) {
    opener = document.querySelector(location.hash + " .what a") ?? opener
    open(peek.dataset.entries + "/" + seq)
  }
}
if (peek !== null) {
  document.addEventListener("click", (event) => {
    const link = event.target.closest(".entry .what a, .entry .other a")
    if (link === null || !isWide.matches || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (!peek.contains(link)) opener = link
    open(link.href)
  })
  peek.querySelector("button").addEventListener("click", close)
  addEventListener("popstate", openInAddress)
  openInAddress()
}
`

/** Filters without a reload: the query is in the address, so that it can be shared and gone back to. */
const filtering = `
const form = document.querySelector("form.filters")
const fieldsOf = () => [...form.elements].filter(({ name }) => name !== "")
const valueOf = (field) => field.type === "checkbox" && !field.checked ? "" : field.value
const setTo = (field, value) => { if (field.type === "checkbox") field.checked = value !== ""; else field.value = value }
let shownQuery = location.search
const show = (isTyping) => {
  const query = new URLSearchParams(fieldsOf().map((field) => [field.name, valueOf(field)]).filter(([, value]) => value !== ""))
  const address = location.pathname + (query.size === 0 ? "" : "?" + query)
  if (address === location.pathname + location.search) return
  history[isTyping ? "replaceState" : "pushState"](null, "", address + location.hash)
  shownQuery = location.search
  load(true)
}
if (form !== null) {
  let typing
  form.addEventListener("submit", (event) => { event.preventDefault(); show(false) })
  form.addEventListener("input", ({ target }) => {
    clearTimeout(typing)
    if (target.matches("select, [type=checkbox]")) show(false)
    else typing = setTimeout(() => show(true), 150)
  })
  form.querySelector("a").addEventListener("click", (event) => {
    event.preventDefault()
    for (const field of fieldsOf()) setTo(field, "")
    show(false)
  })
  addEventListener("popstate", () => {
    if (location.search === shownQuery) return
    shownQuery = location.search
    const query = new URLSearchParams(location.search)
    for (const field of fieldsOf()) setTo(field, query.get(field.name) ?? "")
    load(true)
  })
}
`

/** Copy buttons, keys, and the clock between two answers of the server. */
const controls = `
document.documentElement.classList.add("js")
document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-copy]")
  if (button === null) return
  const isDone = await navigator.clipboard.writeText(button.dataset.copy).then(() => true, () => false)
  say(isDone ? "Copied." : "The browser doesn't allow copying. Select the text.", true)
  button.classList.toggle("done", isDone)
  setTimeout(() => button.classList.remove("done"), 1500)
})

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") return close()
  const step = { j: 1, k: -1 }[event.key]
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return
  const links = [...document.querySelectorAll("ol.entries .what a")]
  const at = links.indexOf(document.activeElement)
  links[at < 0 ? 0 : at + step]?.focus()
})

const two = (number) => String(number).padStart(2, "0")
setInterval(() => {
  const clock = document.querySelector(".clock time")
  if (clock === null || body.classList.contains("offline")) return
  const [hours, minutes, seconds] = clock.textContent.split(":").map(Number)
  const next = (hours * 3600 + minutes * 60 + seconds + 1) % 86400
  clock.textContent = [next / 3600, (next / 60) % 60, next % 60].map((part) => two(Math.floor(part))).join(":")
}, 1000)
`

export const script = [live, filtering, peeking, controls].join("")
