/** The colours of the frame: light, dark, or those of the page around it. */
export type ColorScheme = "light" | "dark" | "auto"

/**
 * The scheme that the page uses here, by the colour that the browser gives its text. A page without a `color-scheme` is light,
 * whatever the system is; a frame in it would follow the system.
 */
const usedIn = (element: Element): "light" | "dark" => {
  const probe = document.createElement("span")
  probe.style.cssText = "position:absolute;color:CanvasText"
  element.append(probe)
  const [red = 0, green = 0, blue = 0] = (getComputedStyle(probe).color.match(/[\d.]+/g) ?? []).map(Number)
  probe.remove()
  return red + green + blue > 382 ? "dark" : "light"
}

/**
 * Gives a frame in `element` its colours, also after the page's or the system's have changed. Returns what ends that. The
 * frame's page reads the scheme as `prefers-color-scheme`.
 */
export const followColorScheme = (
  frame: HTMLIFrameElement,
  element: Element,
  wanted: ColorScheme = "auto"
): (() => void) => {
  const apply = () => {
    const scheme = wanted === "auto" ? usedIn(element) : wanted
    // Only a change: setting a style makes the frame compute its own again.
    if (frame.style.colorScheme !== scheme) frame.style.colorScheme = scheme
  }
  apply()
  if (wanted !== "auto") return () => {}
  const system = matchMedia("(prefers-color-scheme: dark)")
  // Pages change their theme by a class or an attribute of one of these.
  const page = new MutationObserver(apply)
  system.addEventListener("change", apply)
  for (const root of [document.documentElement, document.body]) page.observe(root, { attributes: true })
  return () => {
    system.removeEventListener("change", apply)
    page.disconnect()
  }
}
