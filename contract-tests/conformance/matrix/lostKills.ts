import type { Fault } from "./KillMatrix.ts"
import { foundIn } from "./rows.ts"
import type { Ran } from "./runMembers.ts"

const advice =
  "Repair the check, or the fault if that no longer makes its mistake. If the kill is given up on purpose, run `pnpm matrix` and say why in the commit."

/** What the matrix holds of a fault and this run didn't find, in sentences that say what to do. */
export const lostKills = (committed: Fault, ran: Ran): ReadonlyArray<string> => {
  const now = foundIn(ran)
  const { id, cause } = committed.namedBy
  const said = ran.checks.find((check) => check.id === id)
  const lost = (ids: ReadonlyArray<string>, found: ReadonlyArray<string>, verb: string) =>
    ids
      .filter((one) => !found.includes(one))
      .map((one) => {
        const verdict = ran.checks.find((check) => check.id === one)?.verdict ?? "no verdict"
        return `Lost kill: ${one} no longer ${verb} about the fault "${committed.name}" (${committed.sentence}); it says ${verdict}. ${advice}`
      })
  const reworded =
    said?.cause === undefined || said.cause === cause
      ? []
      : [
          `Other sentence: ${id} names the fault "${committed.name}" by "${said.cause}", and the matrix has "${cause}". If that is better, run \`pnpm matrix\`.`
        ]
  return [
    ...lost(committed.failed, now.failed, "fails"),
    ...lost(committed.warned, [...now.warned, ...now.failed], "warns"),
    ...reworded
  ]
}
