import type { Host } from "./host.ts"

/** Scrolls to an element. A hosted frame is as high as its content, so its host's page has to scroll. */
export const bringIntoView = (host: Host, element: Element | null): void => {
  if (!host.isHosted) return element?.scrollIntoView()
  const top = element?.getBoundingClientRect().top ?? 0
  host.post("scrollIntoView", { offsetTop: Math.max(0, Math.round(top)) })
}
