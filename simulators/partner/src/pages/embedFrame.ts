/**
 * The place of an embed in a page, and the messages that its frame sends. `browser/embed.ts` mounts the frame there; what it
 * needs is in data attributes, because the page's policy allows no inline script.
 *
 * Guide: partners/embedding
 */
import { html, type Html } from "@embedded-super/simulator-kit"

interface FramedEmbed {
  /** The service's URL, which also serves the loader. */
  readonly serviceUrl: string
  /** The path of this application that answers a POST with a new embed URL. */
  readonly urlPath: string
  /** The path that opens the embed in a window of its own. */
  readonly alonePath: string
  /** The frame's name, for screen readers. */
  readonly title: string
  readonly isPhone?: boolean
  /** Where the person goes when the embed asks for the employer's settings. */
  readonly settingsPath?: string
  /** Where the person goes when the embed is done. */
  readonly backPath: string
}

export const embedFrame = (embed: FramedEmbed): Html =>
  html`<div
      id="embed"
      class="${embed.isPhone === true ? "frame phone" : "frame"}"
      data-loader="${embed.serviceUrl}/embed/loader/v1/embedded-super.mjs"
      data-url="${embed.urlPath}"
      data-title="${embed.title}"
      data-settings="${embed.settingsPath ?? ""}"
      data-back="${embed.backPath}"
    ></div>
    <p id="embed-problem" class="note bad" role="alert" hidden></p>
    <noscript>
      <p class="note">
        This form needs JavaScript. It also opens <a href="${embed.alonePath}">in a window of its own</a>.
      </p>
    </noscript>
    <p class="after-frame">
      <a href="${embed.alonePath}" target="_blank" rel="noopener">Open it in a window of its own</a>
    </p>
    <details class="how">
      <summary>Messages from the frame, for developers (<span id="embed-count">0</span>)</summary>
      <p>
        They are for the screen only. What the payroll keeps comes by webhook: see the
        <a href="/inbox">inbox</a>.
      </p>
      <ol id="embed-messages" class="messages"></ol>
    </details>`
