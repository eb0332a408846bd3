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
export const explain = (reason: LoadErrorReason, origin: string): void => {
  const more = origin === "" ? "" : ` ${origin}${GUIDE}#${reason}`
  console.error(`Embedded Super: ${explanations[reason](origin, location.origin)}${more}`)
}
