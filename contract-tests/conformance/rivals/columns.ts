/**
 * Measures the columns of the kill matrix that say what was caught, and in which time: the kit's and those of the
 * installed rivals, over the fleet of funds in one run, two funds at a time.
 */
import * as Effect from "effect/Effect"
import { performance } from "node:perf_hooks"
import { kit } from "../../../packages/fund-check/src/index.ts"
import { correctFunds, faultyFunds } from "../matrix/fundFleet.ts"
import type { Column } from "../matrix/KillMatrix.ts"
import type { Member } from "../matrix/Member.ts"
import type { RivalVerdict } from "./Rival.ts"
import { findRivals, subjectOf } from "./rivals.ts"

const AT_ONCE = 2
const SEED = 1

/** The kit, or a rival. */
interface Judge extends Pick<Column, "name" | "version" | "method" | "every"> {
  readonly check: (member: Member) => Promise<RivalVerdict>
  readonly falseAlarms: () => Promise<ReadonlyArray<string>>
}

const fundCheck: Judge = {
  name: kit.name,
  version: kit.version,
  method: `Every check of the mode dev, with seed ${SEED}. A finding, failed or warned, is a catch.`,
  every: 1,
  check: (member) =>
    member.start.pipe(
      Effect.flatMap((check) =>
        Effect.suspend(() => {
          const begun = performance.now()
          return Effect.map(check({ seed: SEED }), ({ findings }): RivalVerdict => ({
            verdict: findings.length === 0 ? "missed" : "caught",
            took: Math.round(performance.now() - begun),
            said: findings.slice(0, 1).map(({ cause }) => cause)
          }))
        })
      ),
      Effect.scoped,
      Effect.runPromise
    ),
  falseAlarms: () => Promise.resolve([])
}

const NO_RIVAL: RivalVerdict = { verdict: "cannot", took: 0, said: ["No rival reads lists."] }

const judges = async (): Promise<ReadonlyArray<Judge>> => [
  fundCheck,
  ...(await findRivals()).map((rival): Judge => ({
    ...rival,
    check: async ({ name }) => {
      const subject = subjectOf(name)
      return subject === undefined ? NO_RIVAL : rival.check(subject)
    }
  }))
]

type Results = Record<string, Pick<RivalVerdict, "verdict" | "took">>

const inOrder = (members: ReadonlyArray<Member>, results: Results): Results =>
  Object.fromEntries(
    members.flatMap(({ name }) => (results[name] === undefined ? [] : [[name, results[name]] as const]))
  )

/** The columns of one judge, so far: `day` is the date of the run. */
const columnOf = async (
  { every, falseAlarms, method, name, version }: Judge,
  results: Results,
  day: string
): Promise<Column> => ({
  name,
  version,
  method,
  side: "fund",
  measuredOn: day,
  every,
  faults: inOrder(faultyFunds, results),
  correct: inOrder(correctFunds, results),
  falseAlarms: await falseAlarms()
})

/** The columns of the funds, the kit's first. A fund that a judge can't be run on is printed, and has no result. */
export const fundColumns = async (
  day: string,
  print: (line: string) => void
): Promise<ReadonlyArray<Column>> => {
  const measured = (await judges()).map((judge) => ({ judge, results: {} as Results }))
  const tasks = measured.flatMap(({ judge, results }) =>
    [faultyFunds, correctFunds].flatMap((members) =>
      members.filter((_, at) => at % judge.every === 0).map((member) => ({ judge, member, results }))
    )
  )
  const left = tasks.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const { judge, member, results } of left) {
        try {
          const { said, took, verdict } = await judge.check(member)
          results[member.name] = { verdict, took }
          print(`${judge.name}, ${member.name}: ${verdict} in ${took} ms. ${said[0] ?? ""}`)
        } catch (error) {
          print(`${judge.name}, ${member.name}: not measured. ${String(error)}`)
        }
      }
    })
  )
  return Promise.all(measured.map(({ judge, results }) => columnOf(judge, results, day)))
}
