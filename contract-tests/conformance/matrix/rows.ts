/** The rows of the matrix, from what the kit found. */
import type { Correct, Fault } from "./KillMatrix.ts"
import type { Ran } from "./runMembers.ts"

const idsWith = ({ checks }: Ran, verdict: "fail" | "warn"): ReadonlyArray<string> =>
  checks.filter((check) => check.verdict === verdict).map(({ id }) => id)

/** The ids of the checks that failed or warned. */
export const foundIn = (ran: Ran): Pick<Correct, "failed" | "warned"> => {
  const { byChance, killedBy } = ran.member
  const counts = (id: string) => byChance !== true || killedBy?.includes(id) === true
  return { failed: idsWith(ran, "fail").filter(counts), warned: idsWith(ran, "warn").filter(counts) }
}

export const correctRow = (ran: Ran): Correct => {
  const { name, sentence, server } = ran.member
  return { name, server, sentence, ...foundIn(ran) }
}

/** Undefined if the check that the fault names didn't find it. */
export const faultRow = (ran: Ran): Fault | undefined => {
  const { killedBy, name, sentence, server } = ran.member
  const namedBy = ran.checks.find(({ id }) => id === killedBy?.[0])
  if (namedBy?.cause === undefined) return undefined
  return {
    name,
    server,
    group: namedBy.group,
    sentence,
    namedBy: { id: namedBy.id, cause: namedBy.cause },
    ...foundIn(ran)
  }
}
