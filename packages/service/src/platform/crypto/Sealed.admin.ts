import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { inBackground } from "../database/StatementLimits.ts"
import { answer } from "../OperatorAnswer.ts"
import { MasterKeys } from "./MasterKeys.ts"
import { sealedRepo } from "./SealedRepo.ts"

const hex = (id: Uint8Array): string => Buffer.from(id).toString("hex")

/** `admin sealed`: which master key seals how many values of what. Ids of keys aren't secret. */
export const sealedCommand = Command.make(
  "sealed",
  {},
  Effect.fnUntraced(function* () {
    const { all, current } = yield* MasterKeys
    const sql = yield* SqlClient.SqlClient
    const counts = (yield* inBackground(sql)(Effect.flatMap(sealedRepo, (repo) => repo.counts))).flat()
    const known = all.map(({ id }) => hex(id))
    const keys = [...new Set([...known, ...counts.map(({ key_id }) => key_id)])].map((id) => ({
      id,
      state: id === hex(current.id) ? "current" : known.includes(id) ? "older" : "not in the key file",
      values: counts.filter(({ key_id }) => key_id === id)
    }))
    yield* answer(keys, () =>
      keys.flatMap(({ id, state, values }) => [
        `master key ${id}  ${state}  seals ${values.reduce((sum, { count }) => sum + count, 0)} values`,
        ...values.map(({ column, count, table }) => `  ${table}.${column}  ${count}`)
      ])
    )
  })
).pipe(
  Command.withDescription(
    "Count what each master key seals, by table: a key that seals nothing may leave the key file. Reads every sealed table"
  )
)
