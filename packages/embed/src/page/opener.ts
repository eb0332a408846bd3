/**
 * Runs inline in the page, before anything else is loaded: removes the secret query from the address, and opens the embed
 * while the frame's script is still loading. `session.ts` takes the answer from `window.opening`.
 *
 * When the token has ended, the loader gives this page the query of another URL as its fragment: the page isn't loaded again,
 * so what was typed is still there.
 *
 * The opener (128 random bits) belongs to this frame. It survives a reload in sessionStorage, and where that throws in
 * the window's name; so only this frame can open the URL again (D-embed-urls).
 */

/** The answer of `openEmbed`, as the inline script passes it to the frame's script. */
export interface Opening {
  readonly status: number
  readonly retryAfter: string | null
  readonly body: unknown
}

declare global {
  interface Window {
    /** Opens the embed again, with the same URL and opener; absent if the address held no URL. */
    openEmbed?: () => Promise<Opening>
    /** The opening that the inline script began. */
    opening?: Promise<Opening>
  }
}

const { origin, pathname } = location
const language = document.documentElement.lang

/** 16 random bytes in base64url, whose 22 letters two equals signs would follow. */
const newOpener = () =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .slice(0, 22)

/** The frame's opener, made at its first load. */
const opener = (() => {
  const key = `opener:${pathname}`
  try {
    const kept = sessionStorage.getItem(key) ?? newOpener()
    sessionStorage.setItem(key, kept)
    return kept
  } catch {
    if (!/^opener:[\w-]{22}$/.test(window.name)) window.name = `opener:${newOpener()}`
    return window.name.slice(7)
  }
})()

const open = async (query: string): Promise<Opening> => {
  const answer = await fetch("/embed-api/v1/embed-sessions", {
    method: "POST",
    headers: { "content-type": "application/json", "accept-language": language },
    body: JSON.stringify({ embed_url: origin + pathname + query, opener, language }),
    credentials: "omit",
    cache: "no-store",
    referrerPolicy: "no-referrer"
  })
  return { status: answer.status, retryAfter: answer.headers.get("retry-after"), body: await answer.json() }
}

const begin = () => {
  const { hash, search } = location
  const query = [search, hash.replace("#", "?")].find((text) => new URLSearchParams(text).has("signed"))
  if (query === undefined) return
  history.replaceState(history.state, "", pathname)
  window.openEmbed = () => open(query)
  window.opening = open(query)
  // The frame's script handles a failure; until it is loaded, nobody does.
  window.opening.catch(() => {})
}

begin()
addEventListener("hashchange", begin)
