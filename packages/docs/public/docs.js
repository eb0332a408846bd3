/** What the pages do in the browser beyond showing: the samples' tabs, and copying a page as Markdown. */

// Makes tabs of the samples of a call. What is chosen stays chosen, on this page and on the next. Without this script all samples are
// shown.
const KEPT = "sample-language"

const kept = () => {
  try {
    return localStorage.getItem(KEPT)
  } catch {
    return null
  }
}

const choose = (language) => {
  for (const tabs of document.querySelectorAll("sample-tabs")) tabs.show(language)
}

customElements.define(
  "sample-tabs",
  class extends HTMLElement {
    connectedCallback() {
      const panels = [...this.querySelectorAll("[data-sample]")]
      const list = document.createElement("div")
      list.setAttribute("role", "tablist")
      list.setAttribute("aria-label", "Language of the sample")
      for (const panel of panels) {
        const language = panel.dataset.sample
        const id = `sample-${language}-${Math.random().toString(36).slice(2)}`
        const tab = document.createElement("button")
        tab.type = "button"
        tab.textContent = language
        tab.id = `${id}-tab`
        tab.dataset.of = language
        tab.setAttribute("role", "tab")
        tab.setAttribute("aria-controls", id)
        panel.id = id
        panel.setAttribute("role", "tabpanel")
        panel.setAttribute("aria-labelledby", tab.id)
        list.append(tab)
      }
      list.addEventListener("click", ({ target }) => this.pick(target))
      list.addEventListener("keydown", (event) => {
        const tabs = [...list.children]
        const at = tabs.indexOf(event.target)
        const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
        if (at === -1 || to === undefined) return
        event.preventDefault()
        const tab = tabs.at(to % tabs.length)
        this.pick(tab)
        tab.focus()
      })
      this.prepend(list)
      this.show(kept() ?? panels[0]?.dataset.sample)
    }

    pick({ dataset }) {
      if (dataset.of === undefined) return
      try {
        localStorage.setItem(KEPT, dataset.of)
      } catch {
        // Chosen for this page only.
      }
      choose(dataset.of)
    }

    show(language) {
      const panels = [...this.querySelectorAll("[data-sample]")]
      const shown = panels.find(({ dataset }) => dataset.sample === language) ?? panels[0]
      for (const panel of panels) panel.hidden = panel !== shown
      for (const tab of this.querySelectorAll("[role=tab]")) {
        const isShown = tab.dataset.of === shown.dataset.sample
        tab.setAttribute("aria-selected", String(isShown))
        tab.tabIndex = isShown ? 0 : -1
      }
    }
  }
)

// Copies the page's Markdown. Where the browser doesn't let it, the link leads to the Markdown.
document.querySelector("a[data-copy]")?.addEventListener("click", async (event) => {
  const link = event.currentTarget
  event.preventDefault()
  try {
    const text = fetch(link.href).then((answer) => answer.text())
    await navigator.clipboard.writeText(await text)
    link.textContent = "Copied as Markdown"
  } catch {
    location.assign(link.href)
  }
})
