/** The two sides: a kit, and the servers that it is tested with. */
import { kit as fundKit } from "@embedded-super/check/fund"
import { kit as partnerKit } from "@embedded-super/check/partner"
import { missing } from "@embedded-super/contract-tests/clients/missing"
import type { Kit } from "./checkServers.ts"
import { correctFunds, wrongFunds } from "./funds.ts"
import { correctPartners, wrongPartners } from "./partners.ts"
import type { CorrectServer, Server, WrongServer } from "./Server.ts"

interface Check {
  readonly id: string
  readonly level: "MUST" | "SHOULD" | "INFO"
  readonly hint: string
  readonly fixes?: Readonly<Record<string, string>>
}

interface Side {
  readonly kitName: "fund-check" | "partner-check"
  readonly kit: Kit
  readonly checks: ReadonlyArray<Check>
  readonly fixes: Readonly<Record<string, string>> | undefined
  readonly wrong: ReadonlyArray<WrongServer>
  readonly correct: ReadonlyArray<CorrectServer>
}

interface Group {
  readonly name: string
  readonly checks: ReadonlyArray<Check>
}

const kitOf = (groups: ReadonlyArray<Group>, alone: ReadonlyArray<string>) => ({
  kit: { names: groups.map(({ name }) => name), alone },
  checks: groups.flatMap(({ checks }) => checks)
})

export const sides = {
  fund: {
    kitName: "fund-check",
    ...kitOf(fundKit.groups, []),
    fixes: fundKit.fixes,
    wrong: wrongFunds,
    correct: correctFunds
  },
  partner: {
    kitName: "partner-check",
    ...kitOf(partnerKit.groups, ["BURST"]),
    fixes: partnerKit.fixes,
    wrong: wrongPartners,
    correct: correctPartners
  }
} satisfies Readonly<Record<string, Side>>

export type SideName = keyof typeof sides

/** Whether this machine has the tools that the server needs. */
export const canStart = ({ needs }: Server): boolean => needs === undefined || missing([needs]).length === 0
