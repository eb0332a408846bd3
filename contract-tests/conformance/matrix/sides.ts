/** The two sides of the matrix: a kit, and the fleet that measures it. */
import { kit as fundKit } from "../../../packages/check/src/fund/index.ts"
import { groups as partnerGroups } from "../../../packages/check/src/partner/index.ts"
import { version as partnerVersion } from "../../../packages/check/src/version.ts"
import { missing } from "../../src/clients/missing.ts"
import { correctFunds, faultyFunds } from "./fundFleet.ts"
import type { KillMatrix } from "./KillMatrix.ts"
import type { Member } from "./Member.ts"
import { correctPartners, faultyPartners } from "./partnerFleet.ts"
import type { Kit } from "./runMembers.ts"

export interface Side {
  readonly kitName: KillMatrix["kit"]
  readonly version: string
  readonly kit: Kit
  readonly checks: KillMatrix["checks"]
  readonly faulty: ReadonlyArray<Member>
  readonly correct: ReadonlyArray<Member>
}

interface Group {
  readonly name: string
  readonly checks: ReadonlyArray<Omit<KillMatrix["checks"][number], "group">>
}

const sideOf = (
  { kitName, version }: Pick<Side, "kitName" | "version">,
  groups: ReadonlyArray<Group>,
  alone: ReadonlyArray<string>,
  faulty: ReadonlyArray<Member>,
  correct: ReadonlyArray<Member>
): Side => ({
  kitName,
  version,
  kit: { names: groups.map(({ name }) => name), alone },
  checks: groups.flatMap(({ checks, name }) =>
    checks.map(({ id, level, title }) => ({ id, group: name, level, title }))
  ),
  faulty,
  correct
})

export const sides = {
  fund: sideOf(
    { kitName: "fund-check", version: fundKit.version },
    fundKit.groups,
    [],
    faultyFunds,
    correctFunds
  ),
  partner: sideOf(
    { kitName: "partner-check", version: partnerVersion },
    partnerGroups,
    ["BURST"],
    faultyPartners,
    correctPartners
  )
} satisfies Readonly<Record<string, Side>>

export type SideName = keyof typeof sides

/** Whether this machine has what the server needs. */
export const canStart = ({ needs }: Member): boolean => needs === undefined || missing([needs]).length === 0
