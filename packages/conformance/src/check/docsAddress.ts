import type { CheckKit } from "@embedded-super/contracts/schemas"

/** The URL of the published docs: reports need absolute URLs. That host doesn't exist yet; the path is the built site's. */
const PUBLISHED = "https://docs.embedded-super.example"

const readers: Readonly<Record<CheckKit, string>> = { "fund-check": "funds", "partner-check": "partners" }

/** The page about a group of checks, below the root of the docs. */
export const pageOfGroup = (kit: CheckKit, group: string): string =>
  `${readers[kit]}/checks/${group.toLowerCase()}`

/** Where the docs explain a check: the mistakes that it finds, what it says of them, and the fix. */
export const docsAddress = (kit: CheckKit, id: string): string =>
  `${PUBLISHED}/${pageOfGroup(kit, id.replace(/-.*$/, ""))}/#${id}`

/** Where the docs list the checks of a group. */
export const groupAddress = (kit: CheckKit, group: string): string =>
  `${PUBLISHED}/${pageOfGroup(kit, group)}/`
