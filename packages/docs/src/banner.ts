import type { LedgerEntry } from "@embedded-super/change-control"
import { escapeText } from "./diagrams/svg.ts"

/** The pages for each audience of a change; the home page is for all. */
const pagesOf: Readonly<Record<string, RegExp>> = {
  partners: /^(index$|start\/|partners\/|developers\/|errors$|reference\/(events|issue-kinds|workflows)$)/,
  funds: /^(index$|funds\/|developers\/|reference\/files$)/
}

const concerns = (slug: string, { readers }: LedgerEntry): boolean =>
  readers.some((reader) => pagesOf[reader]?.test(slug) ?? false)

const dated = new Intl.DateTimeFormat("en-AU", { dateStyle: "long", timeZone: "UTC" })

/**
 * The banner of a page, as HTML: announced changes that aren't in force yet and concern the page's audience. Undefined
 * if there are none.
 */
export const bannerOf = (coming: ReadonlyArray<LedgerEntry>, slug: string): string | undefined => {
  const toChangelog = `${slug === "index" ? "" : "../".repeat(slug.split("/").length)}changelog/`
  const lines = coming
    .filter((entry) => concerns(slug, entry))
    .map((entry) => {
      const kind = entry.class === "breaking" ? "<strong>Breaking change</strong> from" : "From"
      const day = dated.format(new Date(`${entry.in_force}T00:00:00Z`))
      return `${kind} ${day}: <a href="${toChangelog}#${entry.id}">${escapeText(entry.summary)}</a>`
    })
  return lines.length === 0 ? undefined : lines.join("<br />")
}
