/**
 * Runs inline in the page, before anything else is loaded: removes the secret query from the address, and opens the embed
 * while the frame's script is still loading. `session.ts` takes the answer from `window.opening`.
 *
 * The opener (128 random bits) belongs to this frame. It survives a reload in sessionStorage, and where that throws in
 * the window's name; so only this frame can open the URL again (D-embed-urls).
 */
import type { Opening } from "./opening.ts"

const url = new URL(location.href)
const language = document.documentElement.lang

const newOpener = () => {
  let bits = ""
  for (const byte of crypto.getRandomValues(new Uint8Array(16))) bits += String.fromCharCode(byte)
  return btoa(bits).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")
}

/** The frame's opener, made at its first load. */
const opener = (() => {
  const key = `opener:${url.pathname}`
  try {
    const kept = sessionStorage.getItem(key) ?? newOpener()
    sessionStorage.setItem(key, kept)
    return kept
  } catch {
    if (!/^opener:[\w-]{22}$/.test(window.name)) window.name = `opener:${newOpener()}`
    return window.name.slice(7)
  }
})()

const open = async (): Promise<Opening> => {
  const answer = await fetch("/embed-api/v1/embed-sessions", {
    method: "POST",
    headers: { "content-type": "application/json", "accept-language": language },
    body: JSON.stringify({ embed_url: url.origin + url.pathname + url.search, opener, language }),
    credentials: "omit",
    cache: "no-store",
    referrerPolicy: "no-referrer"
  })
  return { status: answer.status, retryAfter: answer.headers.get("retry-after"), body: await answer.json() }
}

if (url.searchParams.has("signed")) {
  history.replaceState(null, "", url.pathname + url.hash)
  window.openEmbed = open
  window.opening = open()
  // The frame's script handles a failure; until it is loaded, nobody does.
  window.opening.catch(() => {})
}
