/** Where a check comes from, and where the docs explain it. */
import { type Requirement, requirements } from "@embedded-super/contracts/requirements"
import type { CheckKit } from "@embedded-super/contracts/schemas"

const byId: Readonly<Record<string, Requirement>> = requirements

/** The sentence of the description; undefined for a decision. */
export const requirementText = (id: string): string | undefined =>
  Object.hasOwn(byId, id) ? byId[id]?.text : undefined

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
