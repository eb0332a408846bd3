/** An id that this project cites: a requirement, a section of requirements, or a decision. */
const citation = /(?<![\w-])(?:R-[1-9]\d*(?:\.\d+)?(?:-\d+)?|D-[a-z][a-z0-9-]*[a-z0-9])\b/g

/** The ids that a text cites, each once. */
export const citedIn = (text: string): ReadonlyArray<string> => [
  ...new Set([...text.matchAll(citation)].map(([id]) => id))
]

/** Makes a link of each id in a Markdown text; code stays as it is. */
export const withLinks = (markdown: string, addressOf: (id: string) => string): string =>
  markdown
    .split(/(`[^`]*`)/)
    .map((part) =>
      part.startsWith("`") ? part : part.replaceAll(citation, (id) => `[${id}](${addressOf(id)})`)
    )
    .join("")
