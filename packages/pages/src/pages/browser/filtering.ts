/** Filters without a reload: the query is in the address, so that it can be shared and gone back to. */
export const filtering = `
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
