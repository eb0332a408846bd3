import { maskedBody } from "@embedded-super/pages/content/masking/maskedBody"
import { MASK } from "@embedded-super/pages/content/masking/shown"

/** A word or a version, as paths of APIs have them, or an id. Anything else may be a key or a person's. */
const SHOWN =
  /^(?:[A-Za-z]{1,30}(?:[._-][A-Za-z]{1,30}){0,5}|[vV]\d{1,3}(?:\.\d{1,3})?|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|)$/

/** An address without its user, and with the parts of its path that may be shown. The query stays as it is. */
export const withShownPath = (url: string): string => {
  const [, origin = "", path = "", query] = /^([a-z]+:\/\/[^/?#]*)?([^?#]*)(?:\?([^#]*))?/i.exec(url) ?? []
  const shown = path.split("/").map((part) => (SHOWN.test(part) ? part : MASK))
  return `${origin.replace(/\/\/.*@/s, "//")}${shown.join("/")}${query === undefined ? "" : `?${query}`}`
}

/** An address as it may be shown: of its query, each value by its name. */
export const shownUrl = (url: string): string => {
  const [address = "", query = ""] = withShownPath(url).split(/\?(.*)/s)
  return query === "" ? address : `${address}?${maskedBody(query, "application/x-www-form-urlencoded")}`
}
