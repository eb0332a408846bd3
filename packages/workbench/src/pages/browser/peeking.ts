/** On a wide screen, opens an entry beside the time line. On others its link leads to its page. */
export const peeking = `
const peek = document.getElementById("peek")
const isWide = matchMedia("(min-width: 75rem)")
let opener
const close = () => {
  if (peek === null || peek.hidden) return
  peek.hidden = true
  document.querySelector(".entry.open")?.classList.remove("open")
  opener?.focus()
}
const open = async (link) => {
  const answer = await fetch(link.href).catch(() => undefined)
  const entry = answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("entry") : null
  if (entry === null) return location.assign(link.href)
  if (!peek.contains(link)) opener = link
  document.querySelector(".entry.open")?.classList.remove("open")
  document.getElementById("e" + entry.dataset.seq)?.classList.add("open")
  peek.querySelector("a").href = link.href
  peek.lastElementChild.replaceChildren(entry)
  peek.hidden = false
  peek.scrollTop = 0
  peek.focus()
}
if (peek !== null) {
  document.addEventListener("click", (event) => {
    const link = event.target.closest(".entry .what a, .entry .other a")
    if (link === null || !isWide.matches || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    open(link)
  })
  peek.querySelector("button").addEventListener("click", close)
}
`
