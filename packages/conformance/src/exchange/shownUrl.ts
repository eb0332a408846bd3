import { maskedBody } from "@embedded-super/workbench/content/masking/maskedBody"
import { MASK } from "@embedded-super/workbench/content/masking/shown"

const PARTS = /^(https?:\/\/[^/?#]*)?([^?#]*)(?:\?([^#]*))?/i

/** A word or a version, as paths of APIs have them, or an id. */
const WORD =
  /^(?:[A-Za-z]{1,30}(?:[._-][A-Za-z]{1,30}){0,5}|[vV]\d{1,3}(?:\.\d{1,3})?|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|)$/

const splitUrl = (url: string) => {
  const [, origin = "", path = "", query] = PARTS.exec(url) ?? []
  return { origin: origin.replace(/\/\/.*@/s, "//"), path, query }
}

/**
 * An address without its user, and with the parts of its path that are words, ids, or in the address from the profile
 * (`known`). The query stays as it is.
 */
export const urlWithShownPath = (url: string, known: string): string => {
  const allowed = new Set(splitUrl(known).path.split("/"))
  const { origin, path, query } = splitUrl(url)
  const shown = path.split("/").map((part) => (WORD.test(part) || allowed.has(part) ? part : MASK))
  return `${origin}${shown.join("/")}${query === undefined ? "" : `?${query}`}`
}

/** An address as it may be shown. */
export const shownUrl = (url: string, known: string): string => {
  const [address = "", query] = urlWithShownPath(url, known).split(/\?(.*)/s)
  return query === undefined || query === ""
    ? address
    : `${address}?${maskedBody(query, "application/x-www-form-urlencoded")}`
}
