import { existsSync, readFileSync } from "node:fs"

interface Site {
  readonly fileAt: (path: string) => string | undefined
}

const attributes = (html: string, name: string): ReadonlyArray<string> =>
  [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, "g"))].map(([, value = ""]) =>
    value.replaceAll("&amp;", "&")
  )

/** Whether a page of a reference, which scripts build in the browser, shows the operation of `#/tag/operation`. */
const hasOperation = (html: string, route: string): boolean =>
  new RegExp(`"operationId":\\s*"${route.split("/").at(-1)}"`, "i").test(html)

/** Broken links of a page: to a missing file, or to an anchor or operation that its page lacks. */
export const brokenLinks = (site: Site, path: string): ReadonlyArray<string> => {
  const html = readFileSync(site.fileAt(path) ?? "", "utf8")
  return attributes(html.replaceAll(/<(script|pre)\b.*?<\/\1>/gs, ""), "href").filter((href) => {
    const target = new URL(href, `http://site${path}`)
    if (target.origin !== "http://site") return false
    const file = site.fileAt(target.pathname)
    if (file === undefined || !existsSync(file)) return true
    if (target.hash === "" || !file.endsWith(".html")) return false
    if (target.hash.startsWith("#/")) return !hasOperation(readFileSync(file, "utf8"), target.hash)
    return !attributes(readFileSync(file, "utf8"), "id").includes(decodeURIComponent(target.hash.slice(1)))
  })
}
