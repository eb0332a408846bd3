import { pageOfGroup } from "@embedded-super/check"
import type {
  FaultRow,
  ParityTable,
  ServiceView
} from "../../../../contract-tests/conformance/parity/ParityTable.ts"
import type { Page } from "../Page.ts"
import { plainText, table } from "../table.ts"

const done = ({ because, does }: ServiceView): string =>
  plainText([...does, ...(because === undefined ? [] : [`(${because})`])].join(" "))

const faultRow = ({ fault, group, kit, sentence, service }: FaultRow): ReadonlyArray<string> => [
  `${plainText(sentence)} (*${fault}*)`,
  `[${kit.check}](../../../${pageOfGroup("fund-check", group)}/#${kit.check}): ${plainText(kit.sentence)}`,
  done(service)
]

/** What the service does with each mistake of a fund, beside what the kit says of it. */
export const parityPage = ({ correct, faults }: ParityTable): Page => ({
  slug: "reference/kits/parity",
  title: "What the service does with each mistake",
  description: "Each mistake of the fleet of funds: what fund-check says of it, and what the service did.",
  body: `
The kit is only right if the service agrees. Each fund of the fleet was linked to a service, an employer was looked up and an
employee joined it; the last column is what the service did, read from its database.

${[...Map.groupBy(faults, ({ group }) => group)]
  .map(
    ([group, rows]) =>
      `## ${group.toUpperCase()}\n\n${table(["The mistake", "fund-check", "The service"], rows.map(faultRow))}`
  )
  .join("\n\n")}

## Correct funds

${table(
  ["How it differs", "The service"],
  correct.map(({ sentence, service, variant }) => [`${plainText(sentence)} (*${variant}*)`, done(service)])
)}
`
})
