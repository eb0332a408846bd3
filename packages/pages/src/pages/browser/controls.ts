/** Copy buttons, keys, and the clock between two answers of the server. */
export const controls = `
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
