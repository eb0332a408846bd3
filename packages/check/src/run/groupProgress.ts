import type { CheckResult } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import type { CheckGroup } from "../check/Check.ts"
import type { Progress } from "./RunRequest.ts"

/**
 * Reports the groups of a run in their order, also where groups overlap: one that has ended before an earlier one is
 * reported after it.
 */
export const groupProgress = <World>(
  groups: ReadonlyArray<CheckGroup<World>>,
  onProgress: (progress: Progress) => Effect.Effect<void>
) => {
  const ended = new Map<string, CheckResult>()
  let begun = 0
  let reported = 0

  const begins = (group: CheckGroup<World>) =>
    Effect.gen(function* () {
      while (begun <= groups.indexOf(group)) {
        const { checks, name, title } = groups[begun++]!
        yield* onProgress({ event: "group_started", group: name, title, checks: checks.length })
      }
    })

  const reports = Effect.gen(function* () {
    while (reported < begun) {
      const { checks, name, title } = groups[reported]!
      const results = checks.flatMap(({ id }) => ended.get(id) ?? [])
      if (results.length < checks.length) return
      reported++
      yield* onProgress({ event: "group_ended", group: name, title, results })
    }
  })

  const ends = (result: CheckResult) =>
    Effect.gen(function* () {
      ended.set(result.id, result)
      yield* onProgress({ event: "check_ended", result })
      yield* reports
    })

  return { begins, ends }
}
