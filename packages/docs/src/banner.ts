import type { LedgerEntry } from "@embedded-super/specs/changes"

/** The pages for each audience of a change; the home page is for all. */
const pagesOf: Readonly<Record<string, RegExp>> = {
  partners: /^(index$|start\/|partners\/|developers\/|errors$|reference\/(events|issue-kinds|workflows)$)/,
  funds: /^(index$|funds\/|developers\/|reference\/files$)/
}

/** The audiences whose changes a page shows. */
const readersOf = (slug: string): ReadonlyArray<string> =>
  Object.keys(pagesOf).filter((reader) => pagesOf[reader]?.test(slug))

const concerns = (slug: string, { readers }: LedgerEntry): boolean =>
  readers.some((reader) => readersOf(slug).includes(reader))

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`

/**
 * The banner of a page, as HTML: how many announced changes that aren't in force yet concern the page's audience.
 * Undefined if none does. One short line, because it is above every page; what the changes are is in the changelog.
 */
export const bannerOf = (coming: ReadonlyArray<LedgerEntry>, slug: string): string | undefined => {
  const changes = coming.filter((entry) => concerns(slug, entry))
  if (changes.length === 0) return undefined
  const breaking = changes.filter((entry) => entry.class === "breaking").length
  const [one, ...others] = readersOf(slug)
  const toChangelog = `${slug === "index" ? "" : "../".repeat(slug.split("/").length)}changelog/#${one === undefined || others.length > 0 ? "announced" : `for-${one}`}`
  const which = breaking === 0 ? "" : `, <strong>${breaking} breaking</strong>`
  return `${counted(changes.length, "announced change")}${which}: <a href="${toChangelog}">what changes, and when</a>`
}
