import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { audit, operator } from "../audit/audit.ts"
import { answer, answerList, counted } from "../OperatorAnswer.ts"
import { OperatorError, unlessDone } from "../OperatorError.ts"
import { toTimestamp } from "../time/timestamp.ts"
import type { NamedProcess } from "../config/program.ts"
import { sealersUnder } from "./keyWatch.ts"
import { MasterKeys } from "./MasterKeys.ts"
import { reseal, sealedCounts } from "./resealing.ts"
import { resealingRepo } from "./ResealingRepo.ts"

const hex = (id: Uint8Array) => Buffer.from(id).toString("hex")

const plural = (count: number) => counted(count, "value")

const list = Command.make(
  "list",
  {},
  Effect.fnUntraced(function* () {
    const keys = yield* MasterKeys
    const counts = yield* sealedCounts
    const retired = new Map(
      (yield* (yield* resealingRepo).retired).map(({ id, retired_at }) => [id, retired_at])
    )
    const held = keys.all.map(({ id }) => hex(id))
    const all = [...new Set([...held, ...counts.keys(), ...retired.keys()])].map((id) => ({
      id,
      isFirst: id === held[0],
      isInFile: held.includes(id),
      values: counts.get(id) ?? 0,
      retiredAt: retired.get(id) ?? null
    }))
    yield* answerList(all, ({ id, isFirst, isInFile, retiredAt, values }) => {
      const place = isFirst
        ? "first line: seals what is written"
        : isInFile
          ? "another line"
          : "not in MASTER_KEY_FILE"
      const lost = isInFile || values === 0 ? "" : ", which can't be opened here"
      const end = retiredAt === null ? "" : `  retired ${toTimestamp(retiredAt)}`
      return `${id}  ${place}  ${plural(values)}${lost}${end}`
    })
  })
).pipe(Command.withDescription("Show the master keys, and how many values each of them seals"))

const resealCommand = Command.make(
  "reseal",
  {},
  Effect.fnUntraced(function* () {
    const { current } = yield* MasterKeys
    const key = hex(current.id)
    const values = yield* reseal
    yield* audit({
      actor: yield* operator,
      action: "master_key.reseal",
      detail: { key, values }
    })
    const counts = yield* sealedCounts
    const left = [...counts].reduce((sum, [id, count]) => (id === key ? sum : sum + count), 0)
    yield* answer({ key, values, left }, () => [
      `${plural(values)} sealed again under ${key}; ${left} ${left === 1 ? "is under another key" : "are under other keys"}`
    ])
    yield* unlessDone(
      left,
      ["value isn't under the newest key.", "values aren't under the newest key."],
      "Run this again: rows were in use, this file lacks their key, or a process still seals under another one. `admin master-key list` shows them."
    )
  })
).pipe(
  Command.withDescription(
    "Seal everything under the first key of MASTER_KEY_FILE, in small steps beside the service; may be stopped and run again"
  )
)

const isCurrent = new OperatorError({
  problem: "This key is the first line of MASTER_KEY_FILE: it seals what is written.",
  remedy: "Put a new key above it, restart every process, then `admin master-key reseal`."
})

const stillNeeded = (values: number) =>
  new OperatorError({
    problem: `${plural(values)} can be opened only with this key.`,
    remedy: "Run `admin master-key reseal` first, after every process has the new key on its first line."
  })

const stillSealing = (sealers: ReadonlyArray<NamedProcess>) =>
  new OperatorError({
    problem: `A process still seals under this key: ${sealers
      .map(
        ({ host, masterKey, pid, role, version }) =>
          `${role} ${pid} on ${host}${masterKey === null ? ` (version ${version}, which doesn't say its key)` : ""}`
      )
      .join(", ")}.`,
    remedy:
      "Restart it with the new key on the first line of its MASTER_KEY_FILE, run `admin master-key reseal`, then this again."
  })

const unknown = new OperatorError({
  problem: "There is no such key, in MASTER_KEY_FILE or in the database.",
  remedy: "Give an id as `admin master-key list` shows it: 16 hexadecimal digits."
})

const retire = Command.make(
  "retire",
  {
    key: Argument.String("key").pipe(
      Argument.withDescription("The id of the key, from `admin master-key list`")
    )
  },
  Effect.fnUntraced(function* ({ key }) {
    const keys = yield* MasterKeys
    const sql = yield* SqlClient.SqlClient
    const counts = yield* sealedCounts
    const needed = counts.get(key) ?? 0
    if (hex(keys.current.id) === key) return yield* isCurrent
    if (needed > 0) return yield* stillNeeded(needed)
    if (!keys.all.some(({ id }) => hex(id) === key)) return yield* unknown
    yield* sql.withTransaction(
      Effect.gen(function* () {
        const id = Buffer.from(key, "hex")
        yield* (yield* resealingRepo).retire(id)
        // After the key is marked, so that a process that starts now and isn't seen here refuses to start.
        const sealers = yield* sealersUnder(id)
        if (sealers.length > 0) return yield* stillSealing(sealers)
        yield* audit({ actor: yield* operator, action: "master_key.retire", detail: { key } })
      })
    )
    yield* answer(
      { key },
      () =>
        `key ${key} is retired: nothing in this database needs it. Remove its line from every MASTER_KEY_FILE, and keep a copy as long as you keep backups from before.`
    )
  })
).pipe(Command.withDescription("Retire a key that seals nothing any more; refuses while anything needs it"))

/** `admin master-key`: the keys of MASTER_KEY_FILE, and what they seal. Not to be confused with API keys, `admin key`. */
export const masterKeyCommand = Command.make("master-key").pipe(
  Command.withDescription("Master keys: what each seals, sealing again under the newest, and retirement"),
  Command.withSubcommands([list, resealCommand, retire])
)
