import { isEmbedMessage } from "@embedded-super/contracts/embed-messages"
import type { EmbedMessage, EmbedMessageData } from "@embedded-super/contracts/types/embed-messages"
import { type ColorScheme, followColorScheme } from "./colorScheme.ts"

export interface EmbedOptions {
  /** Where the frame is put; an element, or a selector. */
  readonly element: Element | string
  /** Gets a new embed URL from your server: at the beginning, and whenever the frame needs another one. */
  readonly url: () => string | Promise<string>
  /** The frame's name for screen readers, such as "Your super". */
  readonly title: string
  /** The frame's colours: `auto`, also if left out, takes those that your page uses where the frame is. */
  readonly colorScheme?: ColorScheme
  /** Pixels at the top of your page that a fixed header covers. */
  readonly scrollMargin?: number
  /** Where the embeds are served, if a proxy of yours serves them at another origin than the URL's. */
  readonly extraAllowedOrigins?: ReadonlyArray<string>
}

export interface LoadError {
  readonly reason: LoadErrorReason
}

/** The events that `on` listens to: each kind of message with its data, all of them as `message`, and `loadError`. */
export type EmbedEvents = EmbedMessageData & {
  readonly message: EmbedMessage
  readonly loadError: LoadError
}

type Listener = (data: never) => void

/** How long the first view may take before the host gets `loadError`. */
const FIRST_VIEW_LIMIT_MS = 10_000

const SANDBOX =
  "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads"

/** One embed in a frame of this page. It begins to load at once. */
export class Embed {
  readonly #options: EmbedOptions
  readonly #frame: HTMLIFrameElement
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #endColorScheme: () => void
  readonly #receive = (event: MessageEvent) => this.#received(event)
  #origin = ""
  /** The address of the page that is in the frame, without its secret query. */
  #page = ""
  #timer: ReturnType<typeof setTimeout> | undefined
  #isShown = false
  #isTornDown = false
  /** A new URL was got since a view was last shown. */
  #isReopened = false

  constructor(options: EmbedOptions) {
    const { element, title } = options
    const target = typeof element === "string" ? document.querySelector(element) : element
    if (target === null) throw new Error(`Embedded Super: no element matches ${String(element)}.`)
    this.#options = options
    this.#frame = document.createElement("iframe")
    this.#frame.title = title
    this.#frame.referrerPolicy = "origin"
    this.#frame.setAttribute("sandbox", SANDBOX)
    this.#frame.setAttribute("allow", "")
    this.#frame.style.cssText = "width:100%;height:24rem;border:0;display:block"
    this.#endColorScheme = followColorScheme(this.#frame, target, options.colorScheme)
    addEventListener("message", this.#receive)
    target.append(this.#frame)
    void this.#open()
  }

  /** Calls the listener at each event of this name. Returns what ends that. */
  on<Name extends keyof EmbedEvents>(name: Name, listener: (data: EmbedEvents[Name]) => void): () => void {
    const listeners = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, listeners.add(listener))
    return () => this.off(name, listener)
  }

  /** As `on`, for the next event only. */
  once<Name extends keyof EmbedEvents>(name: Name, listener: (data: EmbedEvents[Name]) => void): () => void {
    const end = this.on(name, (data) => {
      end()
      listener(data)
    })
    return end
  }

  off<Name extends keyof EmbedEvents>(name: Name, listener: (data: EmbedEvents[Name]) => void): void {
    this.#listeners.get(name)?.delete(listener)
  }

  /** Removes the frame. */
  teardown(): void {
    this.#isTornDown = true
    clearTimeout(this.#timer)
    removeEventListener("message", this.#receive)
    this.#endColorScheme()
    this.#frame.remove()
    this.#listeners.clear()
  }

  /** Gets a URL from the host's server, and shows it: in the page that is open, if that has only lost its token. */
  async #open(isAlive = false): Promise<void> {
    this.#isShown = false
    clearTimeout(this.#timer)
    let url: URL
    try {
      url = new URL(await this.#options.url())
      if (!/^https?:$/.test(url.protocol)) throw new Error("Not an address of the web")
    } catch {
      return this.#failed("url")
    }
    if (this.#isTornDown) return
    const isSame = isAlive && url.origin + url.pathname === this.#page
    this.#origin = url.origin
    this.#page = url.origin + url.pathname
    this.#timer = setTimeout(
      () => this.#failed(navigator.onLine ? "timeout" : "network"),
      FIRST_VIEW_LIMIT_MS
    )
    // A new fragment doesn't load the page again, so what was typed stays.
    this.#frame.src = isSame ? `${this.#page}#${url.search.slice(1)}` : url.href
  }

  #failed(reason: LoadErrorReason): void {
    if (this.#isTornDown || this.#isShown) return
    explain(reason, this.#origin)
    this.#emit("loadError", { reason })
  }

  #received({ data, origin, source }: MessageEvent): void {
    if (source !== this.#frame.contentWindow) return
    if (origin !== this.#origin && !this.#options.extraAllowedOrigins?.includes(origin)) return
    if (!isEmbedMessage(data)) return
    if (data.kind === "loaded" || data.kind === "pageLoaded" || data.kind === "urlNeeded") {
      this.#isShown = true
      clearTimeout(this.#timer)
    }
    if (data.kind === "windowDimensionChange") this.#frame.style.height = `${data.data.bounds.height}px`
    if (data.kind === "scrollIntoView") this.#scroll(data.data.offsetTop)
    this.#emit(data.kind, data.data)
    this.#emit("message", data)
    if (data.kind === "loaded") this.#isReopened = false
    if (data.kind === "urlNeeded") this.#reopen(data.data)
  }

  /** Gets a new URL: for the frame once, after that only for the person, so that a refused URL makes no loop. */
  #reopen({ by, reason }: EmbedMessageData["urlNeeded"]): void {
    if (this.#isReopened && by === "frame") return
    this.#isReopened = true
    void this.#open(reason === "session_ended")
  }

  #scroll(offsetTop: number): void {
    const top = this.#frame.getBoundingClientRect().top + scrollY + offsetTop
    scrollTo({ top: Math.max(0, top - (this.#options.scrollMargin ?? 0)) })
  }

  #emit(name: keyof EmbedEvents, data: unknown): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(data as never)
  }
}

/** Where the service has the guide, or leads to it. */
const GUIDE = "/docs/partners/embedding/"

/** Why an embed isn't shown. */
export type LoadErrorReason = "url" | "timeout" | "network"

const explanations: Readonly<Record<LoadErrorReason, (origin: string, page: string) => string>> = {
  url: () =>
    "the url function failed, or returned something other than an embed URL. It must return the embed_url that generate-embed-url gave your server, as text.",
  network: (origin) =>
    `the frame couldn't be loaded from ${origin}. Check that this address can be reached from the browser.`,
  timeout: (origin, page) =>
    `the frame didn't answer within ten seconds. Most often its page isn't allowed to be shown here: add ${page} to the product's target_origins, and allow "frame-src ${origin}" in this page's Content-Security-Policy.`
}

/**
 * One line for the partner's developer: the mistake and how to correct it. It never holds the URL, which is a secret. `origin` is
 * the service's; empty while no embed URL has named it.
 */
const explain = (reason: LoadErrorReason, origin: string): void => {
  const more = origin === "" ? "" : ` ${origin}${GUIDE}#${reason}`
  console.error(`Embedded Super: ${explanations[reason](origin, location.origin)}${more}`)
}
