import { posix } from "node:path"

/** A page of the docs: written by people, or generated from the specs. */
export interface Page {
  /** The path below the root of the docs: `partners/webhooks`; the home page's is `index`. */
  readonly slug: string
  readonly title: string
  /** One sentence, for search results and for llms.txt. */
  readonly description: string
  /** Markdown without its title. */
  readonly body: string
}

/**
 * The page as a file for the site's builder, with the banner above it if there is one. JSON is also YAML, so any title
 * is valid.
 */
export const fileOf = ({ body, description, title }: Page, banner?: string): string => {
  const head = { title, description, ...(banner === undefined ? {} : { banner: { content: banner } }) }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
  return `---\n${lines.join("")}---\n\n${body.trim()}\n`
}

/** A diagram; the text beside it describes it in words. */
const diagram = /^<div class="sequence .*\n\n/gm

/** What the site's scripts and styles are for. */
const dressing = /^<\/?(?:sample-tabs|div\b[^>]*)>\n\n?/gm

const LINK = /\]\((?![a-z]+:|#)([^)\s#]*)(#[^)\s]*)?\)/g

/** Where a page's Markdown leads to another's Markdown, or to a file, where its HTML leads to `address`. Pictures stay. */
const plainAddress = (address: string, anchor: string, slug: string): string => {
  if (address === "" || address.endsWith(".webp")) return `](${address}${anchor})`
  const target = posix.join(slug === "index" ? "" : slug, address)
  const file = target.endsWith("/") ? `${target === "./" ? "index" : target.slice(0, -1)}.md` : target
  return `](${posix.relative(posix.dirname(slug), file)}${anchor})`
}

/** The page as plain Markdown, for people and programs that read the source. */
export const plainOf = ({ body, slug, title }: Page): string => {
  const text = body
    .trim()
    .replaceAll(diagram, "")
    .replaceAll(dressing, "")
    .split(/(^```[^]*?^```)/m)
    .map((part, nth) =>
      nth % 2 === 1
        ? part
        : part.replaceAll(LINK, (_, address: string, anchor = "") => plainAddress(address, anchor, slug))
    )
    .join("")
  return `# ${title}\n\n${text}\n`
}

/** Our own text inside Markdown: what Markdown would take out of it stays. An underscore within a name needs nothing. */
export const plainText = (text: string): string => text.replaceAll("<", "&lt;").replaceAll("*", "\\*")

/** Text for a cell of a Markdown table. */
const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll(/\s*\n\s*/g, " ")

/** A Markdown table. */
export const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.map(cell).join(" | ")} |`).join("\n")
