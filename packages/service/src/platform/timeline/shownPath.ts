const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** A word of a path's own, as long as words are: a longer one may be a key. */
const WORD = /^(?:[a-z]{1,20}(?:[._-][a-z]{1,20}){0,5}|v\d)$/

const segmentsOf = (path: string, isShown: (segment: string) => boolean): string =>
  path
    .split("/")
    .map((segment) => (segment === "" || isShown(segment) ? segment : "…"))
    .join("/")

/** A path of a call to the service: its words and ids; anything else may be what a caller typed. */
export const shownPath = (path: string): string =>
  segmentsOf(path, (segment) => UUID.test(segment) || WORD.test(segment))

/** The path of a partner's webhook address: its words only, because an id in it is often the key to it. */
export const webhookPath = (url: string): string =>
  segmentsOf(URL.parse(url)?.pathname ?? "/", (segment) => WORD.test(segment))
