/**
 * The messages to the page that hosts the frame (D-embed-messages): one way, to one exact origin, without personal data.
 * In a window of its own, or in a page that the partner hasn't allowed, nothing is sent.
 */
import type { EmbedMessageData } from "@embedded-super/contracts/types/embed-messages"

/** Whether an origin is the allowed one, or has any port of an allowed host, as in development. */
export const isAllowed = (allowed: string, origin: string): boolean =>
  allowed.endsWith(":*") ? origin.startsWith(allowed.slice(0, -1)) : origin === allowed

/** The origin of the page that opened the frame, if it may have messages. */
const originOf = (allowed: ReadonlyArray<string> | undefined): string | undefined => {
  if (window.parent === window) return undefined
  const parent = location.ancestorOrigins?.[0] ?? URL.parse(document.referrer)?.origin
  if (parent === undefined || parent === "null") return undefined
  return allowed === undefined || allowed.some((origin) => isAllowed(origin, parent)) ? parent : undefined
}

export interface Host {
  /** The frame is in a page of the partner's. */
  readonly isHosted: boolean
  readonly post: <Kind extends keyof EmbedMessageData>(kind: Kind, data: EmbedMessageData[Kind]) => void
}

/**
 * The page that hosts the frame. `allowed` is undefined until the embed is opened: a refused URL opens nothing, and the host must
 * know. The page's policy (`frame-ancestors`) has let no other page frame it.
 */
export const hostOf = (allowed: ReadonlyArray<string> | undefined): Host => {
  const origin = originOf(allowed)
  return {
    isHosted: window.parent !== window,
    post: (kind, data) => {
      if (origin !== undefined) window.parent.postMessage({ kind, version: "v1", data }, origin)
    }
  }
}

const ACTIVITY_EVERY = 60_000

/**
 * Reports the height of the content whenever it changes, and that the person is active. A screen that loads keeps the height
 * of the one before (`style.ts`).
 */
export const reportSizeAndActivity = (host: () => Host, content: Element): void => {
  let height = -1
  new ResizeObserver(() => {
    const bounds = content.getBoundingClientRect()
    if (Math.abs(bounds.height - height) <= 1) return
    height = bounds.height
    document.documentElement.style.setProperty("--shown-height", `${height}px`)
    host().post("windowDimensionChange", {
      bounds: { width: Math.ceil(bounds.width), height: Math.ceil(bounds.height) }
    })
  }).observe(content)

  let reported = Number.NEGATIVE_INFINITY
  const active = () => {
    if (performance.now() - reported < ACTIVITY_EVERY) return
    reported = performance.now()
    host().post("activity", {})
  }
  addEventListener("keydown", active)
  addEventListener("pointerdown", active)
}

/** Scrolls to an element. A hosted frame is as high as its content, so its host's page has to scroll. */
export const bringIntoView = (host: Host, element: Element | null): void => {
  if (!host.isHosted) return element?.scrollIntoView()
  const top = element?.getBoundingClientRect().top ?? 0
  host.post("scrollIntoView", { offsetTop: Math.max(0, Math.round(top)) })
}
