import type { TimelineEntry } from "@embedded-super/contracts/schemas"

const LONGEST = 2048

/** Characters that an entry's path may not hold, and those that would end it. */
const ODD = /[^\w!$&'()*+,\-./:;=@~%…]/gu

/**
 * A call's line as an entry may hold it. A caller may send any method that Node knows (`M-SEARCH`), any target (`*`) and 16 kB of
 * it, and the other party may answer any status: a call that no entry could show would make every page with it fail.
 */
export const shownCall = (call: {
  readonly method: string | null
  readonly path: string | null
  readonly status: number | null
}): Pick<TimelineEntry, "method" | "path" | "status"> => {
  const { method, path, status } = call
  const safe = path?.replaceAll(ODD, (odd) => encodeURIComponent(odd.isWellFormed() ? odd : "\ufffd"))
  return {
    method: method === null || /^[A-Z]{3,7}$/.test(method) ? method : "OTHER",
    path: safe === undefined ? null : (safe.startsWith("/") ? safe : `/${safe}`).slice(0, LONGEST),
    status: status !== null && status >= 100 && status <= 599 ? status : null
  }
}
