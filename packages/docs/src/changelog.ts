import { type LedgerEntry, readLedger, readReleases, type Release } from "@embedded-super/specs/changes"
import { Feed } from "feed"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Page } from "./Page.ts"

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The URL of the published docs: feed readers need absolute URLs. */
const PUBLISHED = "https://docs.embedded-super.example"

/** The announced and released changes. */
export interface History {
  readonly entries: ReadonlyArray<LedgerEntry>
  readonly releases: ReadonlyArray<Release>
}

export const readHistory = (): History => {
  const specs = here("../../../specs")
  return { entries: readLedger(specs), releases: readReleases(specs) }
}

const entryText = (entry: LedgerEntry): string => {
  const state = entry.release === undefined ? `in force on ${entry.in_force}` : `in version ${entry.release}`
  return `### ${entry.id}

**${entry.class === "breaking" ? "Breaking" : "Compatible"}**, for ${entry.readers.join(" and ")}. Announced on ${entry.announced}, ${state}.

${entry.summary}${entry.migration === undefined ? "" : `\n\n${entry.migration}`}`
}

/** Announced changes that aren't in force yet: the content of the docs' banners. */
export const comingIn = ({ entries }: History): ReadonlyArray<LedgerEntry> =>
  entries.filter(({ release }) => release === undefined)

const listed = (title: string, entries: ReadonlyArray<LedgerEntry>): ReadonlyArray<string> =>
  entries.length === 0 ? [] : [`## ${title}`, ...entries.map(entryText)]

/** Which of the announced changes concern an audience: a page's banner leads here. */
const concerning = (coming: ReadonlyArray<LedgerEntry>, reader: LedgerEntry["readers"][number]) => {
  const theirs = coming.filter(({ readers }) => readers.includes(reader))
  return theirs.length === 0
    ? []
    : [`### For ${reader}`, theirs.map(({ id, summary }) => `- [${id}](#${id}): ${summary}`).join("\n")]
}

/** The changelog: announced changes, changes of the contract, and other changes. */
export const changelogPage = async (history: History): Promise<Page> => {
  const { entries } = history
  // The page has its own header.
  const around = (await readFile(here("../../../CHANGELOG.md"), "utf8")).replace(/^[^]*?(?=\n## )/, "")
  const coming = comingIn(history)
  return {
    slug: "changelog",
    title: "Changelog",
    description: "What is announced and what changed for partners, funds and operators, the newest first.",
    body: [
      "**Versions under 1.0 are previews: nothing is binding.** What is announced for them may still change, or take effect sooner.",
      "The service that these docs come with works as they describe, so it already has what is announced. A released version has it from its day on.",
      "Follow it as [Atom](atom.xml) or [JSON Feed](feed.json). What notice you get is in [Versions and notice](../developers/versioning/).",
      ...(coming.length === 0 ? [] : ["## Announced"]),
      ...concerning(coming, "funds"),
      ...concerning(coming, "partners"),
      ...coming.map(entryText),
      ...listed(
        "Changes of the contract",
        entries.filter((entry) => !coming.includes(entry))
      ),
      around
    ].join("\n\n")
  }
}

/** The changelog as feeds: an item for each entry of the ledger, and for each release. */
export const feedOf = ({ entries, releases }: History): Feed => {
  const link = `${PUBLISHED}/changelog/`
  const midnight = (day: string) => new Date(`${day}T00:00:00Z`)
  const days = [...entries.map(({ announced }) => announced), ...releases.map(({ published }) => published)]
  const feed = new Feed({
    id: link,
    link,
    title: "Embedded Super: changes of the contract",
    description: "What is announced and what changed for partners and funds.",
    language: "en-AU",
    copyright: "Apache-2.0",
    updated: midnight(days.toSorted().at(-1) ?? "2026-01-01"),
    feedLinks: { atom: `${link}atom.xml`, json: `${link}feed.json` }
  })
  for (const entry of entries) {
    const at = `${link}#${entry.id}`
    const title = `${entry.class === "breaking" ? "Breaking: " : ""}${entry.summary}`
    const content = `${entry.summary} In force on ${entry.in_force}, for ${entry.readers.join(" and ")}.`
    feed.addItem({ id: at, link: at, title, content, date: midnight(entry.announced) })
  }
  for (const { published, version } of releases) {
    const title = `Version ${version}`
    feed.addItem({
      id: `${link}#${version}`,
      link,
      title,
      content: `${title} of the contract.`,
      date: midnight(published)
    })
  }
  return feed
}

/** Writes the feeds beside the page. */
export const writeFeeds = async (folder: string, history: History): Promise<void> => {
  const feed = feedOf(history)
  await writeFile(join(folder, "changelog/atom.xml"), feed.atom1())
  await writeFile(join(folder, "changelog/feed.json"), feed.json1())
}

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
