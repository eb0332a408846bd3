/**
 * The inspector's only script: it adds new calls at the top. Without it the page is complete, and the reader reloads
 * it.
 */
export const script = `
const list = document.querySelector("ol.calls")
const said = document.querySelector("#live")
const button = document.querySelector("#pause")
let paused = false
button.hidden = false
button.addEventListener("click", () => {
  paused = !paused
  button.textContent = paused ? "Show new calls again" : "Pause new calls"
  said.textContent = paused ? "Paused." : "New calls appear here by themselves."
})
said.textContent = "New calls appear here by themselves."
const look = async () => {
  if (paused || document.hidden) return
  const query = new URLSearchParams(location.search)
  query.set("after", list.dataset.last)
  const answer = await fetch("/_simulator/inspector/calls?" + query).catch(() => undefined)
  if (answer === undefined || !answer.ok) { said.textContent = "The simulator doesn't answer. Start it again."; return }
  const last = answer.headers.get("x-last-seq")
  if (Number(last) < Number(list.dataset.last)) { location.reload(); return }
  list.dataset.last = last
  const text = await answer.text()
  if (text === "") return
  const before = list.children.length
  list.insertAdjacentHTML("afterbegin", text)
  document.querySelector("#none")?.remove()
  const more = list.children.length - before
  said.textContent = more === 1 ? "1 new call." : more + " new calls."
  while (list.children.length > 500) list.lastElementChild.remove()
}
setInterval(look, 1000)
`
