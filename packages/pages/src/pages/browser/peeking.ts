/**
 * On a wide screen, opens an entry beside the time line. On others its link leads to its page. The address has the entry as
 * its fragment, `#e12`, which is also the id of its row.
 */
export const peeking = `
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
