/** Names of the specs on a page: the first of each on a page is a link to where the reference has it. */
import { type Api, operationAddress } from "./reference/Document.ts"
import type { Page } from "./Page.ts"

const callPattern = (method: string, path: string): RegExp =>
  new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`)

/** Where the reference has an operation, an event and an error code, from the root of the docs. */
export const referenceAddress = (
  apis: ReadonlyArray<Api>,
  events: ReadonlyArray<string>,
  errors: ReadonlyArray<string>
): ((name: string) => string | undefined) => {
  const operations = apis.flatMap(({ name, operations: own }) =>
    own.map(({ method, operationId, path }) => ({
      operationId,
      call: callPattern(method, path),
      address: operationAddress(name, operationId)
    }))
  )
  const fixed = new Map([
    ...errors.map((code) => [code, `errors/#${code}`] as const),
    ...events.map((event) => [event, `reference/events/#${event}`] as const),
    ...operations.map(({ address, operationId }) => [operationId, address] as const)
  ])
  return (name) => fixed.get(name) ?? operations.find(({ call }) => call.test(name))?.address
}

/** What stays as it is: code, headings, links, HTML. What stands between backticks in the rest is a name. */
const KEPT = /(^```[^]*?^```|^#.*$|!?\[[^\]]*\]\([^)]*\)|^<.*$|<[^>]*>)/gm

/** The page with its links. */
export const withReferenceLinks =
  (addressOf: (name: string) => string | undefined) =>
  (page: Page): Page => {
    const root = "../".repeat(page.slug === "index" ? 0 : page.slug.split("/").length)
    const linked = new Set<string>()
    const body = page.body
      .split(KEPT)
      .map((part, nth) =>
        nth % 2 === 1
          ? part
          : part.replaceAll(/`([^`\n]+)`/g, (written, name: string) => {
              const address = linked.has(name) ? undefined : addressOf(name)
              if (address === undefined || address === `${page.slug}/`) return written
              linked.add(name)
              return `[${written}](${root}${address})`
            })
      )
      .join("")
    return { ...page, body }
  }
