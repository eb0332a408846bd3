/** Checks that every scene passes besides WCAG: use by keyboard alone, 400 % zoom, text at 200 %. */
import type { Page } from "playwright-core"
import { instance } from "./examples.ts"

/**
 * The parts that the footer lacks: the operator, privacy, and one help, the partner's first. It is once on each screen, after
 * everything else.
 */
export const whoAsks = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate((operator) => {
    const all = [...document.querySelectorAll("footer")]
    const [footer] = all
    if (footer === undefined || all.length > 1) return [`${all.length} footers`]
    const links = [...footer.querySelectorAll("a")].map(({ href }) => href)
    const wanted = [operator.privacy_policy.url, operator.collection_notice.url]
    return [
      ...(footer.textContent?.includes(operator.operator.legal_name) === true ? [] : ["no operator"]),
      ...wanted.filter((url, index) => links[index] !== url).map((url) => `no link to ${url}`),
      ...(links.length > wanted.length ? [] : ["no help"]),
      ...(footer.nextElementSibling === null ? [] : ["something after who asks"])
    ]
  }, instance)

/** Sentences of a page in another language that are English and don't say so (WCAG 3.1.2): six words in a row. */
export const englishUnmarked = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: Array<string> = []
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const text = node.textContent ?? ""
      const element = node.parentElement
      const isShown = element?.closest("script,style,noscript") === null
      const isEnglish = /(?:[A-Za-z][A-Za-z'’,.;:()-]*\s+){5}[A-Za-z]/.test(text)
      if (isShown && isEnglish && element?.closest("[lang]")?.getAttribute("lang")?.startsWith("en") !== true)
        found.push(`English without lang: ${text.slice(0, 60)}`)
    }
    return found
  })

/** How far a page is wider than the screen, in pixels. */
export const overflowOn = async (
  page: Page,
  width: number,
  height: number
): Promise<ReadonlyArray<string>> => {
  await page.setViewportSize({ width, height })
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth
  )
  return overflow > 0 ? [`${overflow} px too wide at ${width}`] : []
}

/** Lists whose numbers or bullets have no room beside the text: they would hang out of the column, or of the frame. */
const crampedLists = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(() =>
    [...document.querySelectorAll("ol,ul")].flatMap((list) => {
      const { listStyleType, paddingLeft } = getComputedStyle(list)
      const item = list.querySelector("li")
      if (listStyleType === "none" || item === null) return []
      const marker = document.createElement("span")
      marker.textContent = list.tagName === "OL" ? `${list.children.length}. ` : "• "
      Object.assign(marker.style, { position: "absolute", whiteSpace: "pre" })
      item.append(marker)
      const { width } = marker.getBoundingClientRect()
      marker.remove()
      return Number.parseFloat(paddingLeft) < width ? [`no room for ${marker.textContent}`] : []
    })
  )

/** Parts that are wider than a phone, or cut off at its edge, while all text is twice as large. */
export const overflowOfLargeText = async (page: Page): Promise<ReadonlyArray<string>> => {
  const setSize = (size: string) =>
    // By CSSOM: the page's policy blocks styles.
    page.evaluate((wanted) => void (document.documentElement.style.fontSize = wanted), size)
  await setSize("200%")
  const found = [...(await overflowOn(page, 360, 780)), ...(await crampedLists(page))]
  await setSize("")
  return found.map((one) => `${one}, with text at 200 %`)
}

/** Boxes and lists with text below 16 px: iPhones zoom the page when one gets the focus. */
export const zoomedBoxes = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(() =>
    [...document.querySelectorAll("input:not([type=radio],[type=checkbox]),select,textarea")]
      .filter((element) => Number.parseFloat(getComputedStyle(element).fontSize) < 16)
      .map((element) => `text below 16 px: ${element.outerHTML.slice(0, 100)}`)
  )

/** The controls of the page in their order, marked with numbers. Of a group of radio buttons, one is reached. */
const markControls = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(() => {
    const groups = new Set<string>()
    const controls = [
      ...document.querySelectorAll<HTMLElement>("a[href],button,input,select,textarea,summary,[tabindex='0']")
    ].filter((element) => {
      if (!element.checkVisibility()) return false
      if (!(element instanceof HTMLInputElement) || element.type !== "radio") return true
      const isNew = !groups.has(element.name)
      groups.add(element.name)
      return isNew
    })
    return controls.map((element, index) => {
      element.dataset["control"] = String(index)
      return element.outerHTML.slice(0, 100)
    })
  })

/** The control that has the focus, and whether that can be seen. */
const focused = (page: Page): Promise<{ readonly control: number | undefined; readonly isSeen: boolean }> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null
    if (element === null || element === document.body) return { control: undefined, isSeen: true }
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    const first =
      element instanceof HTMLInputElement && element.type === "radio"
        ? document.querySelector<HTMLElement>(`input[name="${CSS.escape(element.name)}"]`)
        : element
    return {
      control: Number(first?.dataset["control"]),
      isSeen: outlineStyle !== "none" && outlineWidth !== "0px"
    }
  })

/** Controls that Tab doesn't reach, in their order, and those whose focus can't be seen. */
export const unreachedByKeyboard = async (page: Page): Promise<ReadonlyArray<string>> => {
  const controls = await markControls(page)
  // Tab begins after the element that had the focus last: one before everything else.
  await page.evaluate(() => {
    const first = document.createElement("span")
    first.tabIndex = -1
    document.body.prepend(first)
    first.focus()
  })
  const found: Array<string> = []
  const reached: Array<number> = []
  for (const _ of controls) {
    await page.keyboard.press("Tab")
    const { control, isSeen } = await focused(page)
    if (control === undefined) break
    reached.push(control)
    if (!isSeen) found.push(`focus can't be seen: ${controls[control]}`)
  }
  controls.forEach((control, index) => {
    if (reached[index] !== index) found.push(`Tab ${index + 1} reached ${reached[index]}, not ${control}`)
  })
  return found
}
