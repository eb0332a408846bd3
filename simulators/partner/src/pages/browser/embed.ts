/**
 * Step 4 of an integration, in the browser: mount the service's loader. `url` asks our own server for an embed URL, at
 * the beginning and whenever the frame needs a new one; messages change only what the person sees.
 *
 * Guide: partners/embedding
 */
export const embedScript = `
const place = document.getElementById("embed")
const problem = document.getElementById("embed-problem")
const list = document.getElementById("embed-messages")
const count = document.getElementById("embed-count")

const fail = (text) => { problem.textContent = text; problem.hidden = false }
const url = async () => {
  const answer = await fetch(place.dataset.url, { method: "POST" })
  const { detail, embed_url } = await answer.json()
  if (!answer.ok) { fail(detail); throw new Error(detail) }
  problem.hidden = true
  return embed_url
}
const show = ({ kind, data }) => {
  const line = document.createElement("li")
  const name = document.createElement("code")
  name.textContent = kind
  line.append(name, " " + JSON.stringify(data))
  list.prepend(line)
  count.textContent = String(Number(count.textContent) + 1)
  if (list.children.length > 100) list.lastElementChild.remove()
}
const reasons = {
  url: "No address of the form came from the payroll's server.",
  network: "The form can't be loaded: the service doesn't answer.",
  timeout: "The form didn't answer. The product's target origins have to include " + location.origin + "."
}

try {
  const { Embed } = await import(place.dataset.loader)
  const embed = new Embed({ element: place, title: place.dataset.title, url })
  embed.on("message", show)
  embed.on("loadError", ({ reason }) => { if (problem.hidden) fail(reasons[reason]) })
  embed.on("employerSettingsRequested", () => {
    if (place.dataset.settings !== "") location.assign(place.dataset.settings)
  })
  embed.on("closeRequested", () => location.assign(place.dataset.back))
} catch {
  fail("The loader of Embedded Super can't be fetched. Is the service running?")
}
`
