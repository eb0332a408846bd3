/** Filters without a reload: the query is in the address, so that it can be shared and gone back to. */
export const filtering = `
const form = document.querySelector("form.filters")
const fieldsOf = () => [...form.elements].filter(({ name }) => name !== "")
const show = (isTyping) => {
  const query = new URLSearchParams(fieldsOf().filter(({ value }) => value !== "").map(({ name, value }) => [name, value]))
  const address = location.pathname + (query.size === 0 ? "" : "?" + query)
  if (address === location.pathname + location.search) return
  history[isTyping ? "replaceState" : "pushState"](null, "", address)
  load(true)
}
if (form !== null) {
  let typing
  form.addEventListener("submit", (event) => { event.preventDefault(); show(false) })
  form.addEventListener("input", ({ target }) => {
    clearTimeout(typing)
    if (target.matches("select")) show(false)
    else typing = setTimeout(() => show(true), 150)
  })
  form.querySelector("a").addEventListener("click", (event) => {
    event.preventDefault()
    for (const field of fieldsOf()) field.value = ""
    show(false)
  })
  addEventListener("popstate", () => {
    const query = new URLSearchParams(location.search)
    for (const field of fieldsOf()) field.value = query.get(field.name) ?? ""
    load(true)
  })
}
`
