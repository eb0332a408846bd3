/**
 * How fast an employer list is imported and looked up: `employerList.ts [rounds] [--quick]`. Each figure is a ratio to the
 * bare thing on the same database in the same run. Ends with 1 if one is beyond its limit.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { once } from "node:events"
import { chmodSync, createWriteStream, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { finished } from "node:stream/promises"
import { parseArgs } from "node:util"
import type { Abn } from "../../packages/contracts/src/schemas.ts"
import { EmployerListImports } from "../../packages/service/src/employer-lists/EmployerListImports.ts"
import { ListLookup } from "../../packages/service/src/employer-lists/ListLookup.ts"
import { ListSalts } from "../../packages/service/src/employer-lists/ListSalts.ts"
import { FundProfiles } from "../../packages/service/src/funds/FundProfiles.ts"
import { Database } from "../../packages/service/src/platform/database/Database.ts"
import { DatabaseUrl } from "../../packages/service/src/platform/database/DatabaseUrl.ts"
import { newId } from "../../packages/service/src/platform/ids/newId.ts"
import { Jobs } from "../../packages/service/src/platform/jobs/Jobs.ts"
import { aFundProfile } from "../../packages/service/test/aFundProfile.ts"
import { TestVault } from "../../packages/service/test/TestVault.ts"
import { devSettings } from "../../packages/service/test/webhooks/devSettings.ts"
import { atMost, type Figure, told } from "../chaos/Figure.ts"
import { makeWorld } from "../chaos/world/World.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean", default: false } }
})
const { quick } = values
const rounds = quick ? 1 : Number(positionals[0] ?? 5)
const ROWS = quick ? 100_000 : 1_000_000
/** Other funds' rows beside those that are looked up. */
const OTHERS = quick ? 900_000 : 9_000_000
const LOOKUPS = quick ? 2000 : 10_000

const median = (numbers: ReadonlyArray<number>): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
const p99 = (numbers: ReadonlyArray<number>): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * 0.99)] ?? 0

/** What is listed need not be a valid ABN once it is hashed. */
const valueOf = (index: number): string => String(10_000_000_000 + index)

const writeList = (path: string, rows: number) =>
  Effect.promise(async () => {
    const out = createWriteStream(path)
    out.write("abn,employer_number\n")
    for (let from = 0; from < rows; from += 10_000) {
      const lines = Array.from({ length: Math.min(10_000, rows - from) }, (_, index) => {
        const hash = createHash("sha256")
          .update(valueOf(from + index))
          .digest("hex")
        return `${hash},EMP-${from + index}\n`
      })
      if (!out.write(lines.join(""))) await once(out, "drain")
    }
    out.end()
    await finished(out)
  })

const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const began = performance.now()
    const value = yield* effect
    return { value, took: (performance.now() - began) / 1000 }
  })

const aFund = Effect.fnUntraced(function* (slug: string, usi: string) {
  const product = {
    usi,
    name: "MySuper",
    is_mysuper: true,
    is_open_to_new_members: true,
    performance_test: "passed",
    contribution_restricted: false
  }
  const list = { format: "hashed", complete_when: "renamed" }
  const profile = aFundProfile({
    fund: { slug, name: slug, abn: "60905115063" },
    products: [product],
    default_activate_usi: usi,
    operations: { member_registration: undefined, employer_lookup: { source: "list", list } }
  })
  return (yield* (yield* FundProfiles).load(profile)).fund
})

/** Imports a file as an operator's override would, so that it may be repeated. */
const imported = Effect.fnUntraced(function* (
  fundId: Effect.Success<ReturnType<typeof aFund>>["id"],
  path: string
) {
  const imports = yield* EmployerListImports
  const id = yield* newId
  yield* imports.receive({ id, fundId, fileName: "bench.csv", expectedSha256: null, overridden: true })
  const result = Option.getOrThrow(yield* imports.run(id, path))
  if (result.outcome !== "accepted") return yield* Effect.die(new Error(`The list was ${result.outcome}.`))
  return result
})

/** The same rows by a bare COPY, read by the server itself, into a table with the same index. */
const copied = Effect.fnUntraced(function* (file: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DROP TABLE IF EXISTS bare_entries`
  yield* sql`CREATE TABLE bare_entries (LIKE employer_list_entries INCLUDING INDEXES)`
  return yield* sql.unsafe(`COPY bare_entries FROM '${file}' WITH (FORMAT binary)`)
})

/** Lookups and bare indexed selects of the same keys, in turns; milliseconds at p99. */
const lookups = Effect.fnUntraced(function* (fund: Effect.Success<ReturnType<typeof aFund>>, rows: number) {
  const sql = yield* SqlClient.SqlClient
  const lookup = yield* ListLookup
  const [list] = yield* sql<{ generation: string }>`
    SELECT generation::text AS generation FROM employer_lists WHERE fund_id = ${fund.id}`
  const keys = yield* sql<{ key: Uint8Array; line: number }>`
    SELECT key, line FROM employer_list_entries WHERE generation = ${list?.generation ?? "0"}::bigint LIMIT 5000`
  const ours: Array<number> = []
  const bare: Array<number> = []
  for (let nth = 0; nth < LOOKUPS + 500; nth += 1) {
    const abn = valueOf((nth * 7919) % rows) as Abn
    const key = keys[nth % keys.length]?.key ?? new Uint8Array()
    const first = yield* timed(lookup.ask(fund, abn))
    const second = yield* timed(sql`SELECT employer_number FROM employer_list_entries
      WHERE generation = ${list?.generation ?? "0"}::bigint AND key = ${key}`)
    if (Option.isNone(first.value) || second.value.length !== 1)
      return yield* Effect.die(new Error("Not found."))
    if (nth < 500) continue
    ours.push(first.took * 1000)
    bare.push(second.took * 1000)
  }
  return { ours: p99(ours), bare: p99(bare) }
})

const servicesOn = (url: DatabaseUrl["Service"]) =>
  Layer.mergeAll(EmployerListImports.layer, ListLookup.layer, FundProfiles.layer).pipe(
    Layer.provideMerge(ListSalts.layer),
    Layer.provideMerge(Jobs.layer),
    Layer.provideMerge(TestVault.layer),
    Layer.provideMerge(Database.layer),
    Layer.provideMerge(Layer.succeed(DatabaseUrl, url)),
    Layer.provideMerge(devSettings)
  )

const measure = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const fs = yield* FileSystem.FileSystem
  // The server, which is another user, writes and reads the rows of the bare COPY here.
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "bench-list-"))),
    (made) => Effect.sync(() => rmSync(made, { recursive: true, force: true }))
  )
  chmodSync(folder, 0o777)
  const figures: Array<Figure> = []
  const small = yield* aFund("small", "BEN0001AU")
  const large = yield* aFund("large", "BEN0002AU")
  yield* writeList(join(folder, "small.csv"), 1000)
  yield* writeList(join(folder, "large.csv"), ROWS)
  const imports: Array<number> = []
  const copies: Array<number> = []
  for (let round = 0; round < rounds; round += 1) {
    const ours = yield* timed(imported(large.id, join(folder, "large.csv")))
    yield* (yield* EmployerListImports).tidy
    const file = join(folder, `rows-${round}`)
    yield* sql.unsafe(`COPY (SELECT * FROM employer_list_entries e WHERE generation =
      (SELECT generation FROM employer_lists WHERE fund_id = '${large.id}') ORDER BY line) TO '${file}' WITH (FORMAT binary)`)
    const bare = yield* timed(copied(file))
    yield* Effect.ignore(fs.remove(file))
    console.log(`  round ${round + 1}: import ${ours.took.toFixed(2)} s, bare COPY ${bare.took.toFixed(2)} s`)
    imports.push(ours.took)
    copies.push(bare.took)
  }
  const peak = process.resourceUsage().maxRSS / 1024
  figures.push(
    told("rows", ROWS),
    told("import", median(imports), "s"),
    told("a bare COPY of the same rows", median(copies), "s"),
    atMost("import, as a ratio to that", median(imports) / median(copies), 4),
    atMost("peak memory of this process", peak, 300, "MiB")
  )
  yield* imported(small.id, join(folder, "small.csv"))
  const thousand = yield* lookups(small, 1000)
  figures.push(
    told("lookup p99 at a thousand rows", thousand.ours, "ms"),
    atMost("as a ratio to a bare indexed select", thousand.ours / thousand.bare, 2)
  )
  for (let nth = 0; nth < 9; nth += 1) {
    yield* sql`INSERT INTO employer_list_entries (generation, key, line, employer_number)
      SELECT ${1_000_000 + nth}::bigint, substring(sha256((${String(nth)} || '-' || n)::bytea) FOR 16), n::int, 'EMP-' || n
      FROM generate_series(1, ${OTHERS / 9}::int) n`
  }
  yield* sql`ANALYZE employer_list_entries`
  const many = yield* lookups(large, ROWS)
  figures.push(
    told(`lookup p99 at ${ROWS + OTHERS} rows of ten funds`, many.ours, "ms"),
    atMost("as a ratio to a bare indexed select then", many.ours / many.bare, 2)
  )
  return figures
})

const run = Effect.gen(function* () {
  const { server } = yield* makeWorld()
  yield* server.newDatabase("employer_lists")
  const figures = yield* Effect.provide(measure, servicesOn(server.url("employer_lists")))
  for (const { figure, limit, pass, what } of figures) {
    console.log(`  ${pass ? "ok  " : "FAIL"}  ${what}: ${figure} (${limit})`)
  }
  process.exitCode = figures.every(({ pass }) => pass) ? 0 : 1
}).pipe(Effect.scoped, Effect.provide(NodeServices.layer), Effect.provide(Logger.layer([])))

NodeRuntime.runMain(run, {
  teardown: (exit, onExit) => onExit(exit._tag === "Success" ? Number(process.exitCode ?? 0) : 1)
})
