import type { CheckKit } from "@embedded-super/contracts/schemas"

const readers: Readonly<Record<CheckKit, string>> = { "fund-check": "funds", "partner-check": "partners" }

/** The page about a group of checks, below the root of the docs. */
export const pageOfGroup = (kit: CheckKit, group: string): string =>
  `${readers[kit]}/checks/${group.toLowerCase()}`

/** Where these docs explain a check: the mistakes that it finds, what it says of them, and the fix. */
export const docsAddress = (docsUrl: string, kit: CheckKit, id: string): string =>
  `${groupAddress(docsUrl, kit, id.replace(/-.*$/, ""))}#${id}`

/** Where these docs list the checks of a group. */
export const groupAddress = (docsUrl: string, kit: CheckKit, group: string): string =>
  `${docsUrl.replace(/\/+$/, "")}/${pageOfGroup(kit, group)}/`
