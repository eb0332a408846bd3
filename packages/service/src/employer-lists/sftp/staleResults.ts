import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { now, toTimestamp } from "../../platform/time/timestamp.ts"
import { finding } from "../findings.ts"
import { listsRepo } from "../ListsRepo.ts"
import { foldersOf, makeFolders } from "./folders.ts"
import { writeResult } from "./results.ts"

/**
 * Notifies funds by a `.stale.json` when `ListTimers` has notified the operator: a list goes stale soon, or has gone
 * stale.
 */
export const staleResults = Effect.fnUntraced(function* (root: string, staging: string) {
  const lists = yield* listsRepo
  return Effect.gen(function* () {
    for (const {
      entries,
      file_name,
      fund_id,
      id,
      is_stale,
      received_at,
      slug,
      stale_from
    } of yield* lists.staleToFile) {
      const moment = toTimestamp(stale_from)
      const { inbox } = foldersOf(root, slug)
      const result: S.EmployerListResult = {
        file_id: id,
        file_name,
        outcome: "stale",
        reason: is_stale
          ? finding("stale", undefined, `This list matches nothing since ${moment}. Supply a new one.`)
          : finding(
              "stale_soon",
              undefined,
              `This list matches nothing from ${moment} on. Supply a new one before.`
            ),
        stale_from: moment,
        received_at: toTimestamp(received_at),
        finished_at: toTimestamp(yield* now),
        rows: entries,
        accepted_rows: entries,
        bad_rows: 0,
        findings: []
      }
      yield* makeFolders([inbox])
      yield* writeResult(staging, inbox, result)
      yield* lists.staleFiled(fund_id)
    }
  })
})
