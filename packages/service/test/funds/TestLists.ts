import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { aMySuper } from "../../../rules/test/aFundProfile.ts"
import { EmployerListImports } from "../../src/employer-lists/EmployerListImports.ts"
import { ListLookup } from "../../src/employer-lists/ListLookup.ts"
import { ListSalts } from "../../src/employer-lists/ListSalts.ts"
import type { StoredFund } from "../../src/funds/FundsRepo.ts"
import { newId } from "../../src/platform/ids/newId.ts"
import { aFund, TestFundCalls } from "./TestFundCalls.ts"

/** Imports and lookups of lists, on their own database. */
export const TestLists = {
  layer: Layer.mergeAll(EmployerListImports.layer, ListLookup.layer).pipe(
    Layer.provideMerge(ListSalts.layer),
    Layer.provideMerge(TestFundCalls.layer),
    Layer.provideMerge(NodeServices.layer)
  )
}

let made = 0

/** A fund that supplies a list, and its open MySuper product. */
export const aListFund = (list: Partial<S.EmployerListSettings> = {}, details?: object) =>
  Effect.suspend(() => {
    made += 1
    const usi = `LST${String(made).padStart(4, "0")}AU`
    const slug = `list-${made}`
    return aFund("http://127.0.0.1:1/v1/member_registration", {
      fund: { slug, name: `List fund ${made}`, abn: "60905115063" },
      products: [aMySuper(usi)],
      default_activate_usi: usi,
      operations: {
        member_registration: undefined,
        employer_lookup: { source: "list", list: { format: "plain", complete_when: "renamed", ...list } },
        ...details
      }
    }).pipe(Effect.orDie)
  })

/** Supplies a file to the fund's list, and returns the result. */
export const supply = Effect.fnUntraced(function* (
  fund: StoredFund,
  content: string | Uint8Array,
  options: {
    readonly overridden?: boolean
    readonly expectedSha256?: string
    readonly dryRun?: boolean
  } = {}
) {
  const fs = yield* FileSystem.FileSystem
  const imports = yield* EmployerListImports
  const path = yield* fs.makeTempFileScoped({ suffix: ".csv" })
  yield* fs.writeFile(path, typeof content === "string" ? new TextEncoder().encode(content) : content)
  const id = yield* newId
  const { dryRun = false, expectedSha256 = null, overridden = false } = options
  yield* imports.receive({
    id,
    fundId: fund.id,
    fileName: "employers.csv",
    expectedSha256,
    overridden,
    dryRun
  })
  return Option.getOrThrow(yield* imports.run(id, path))
}, Effect.scoped)

/** Moves the acceptance of the fund's list this long into the past. */
export const accepted = Effect.fnUntraced(function* (fund: StoredFund, ago: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE employer_lists SET accepted_at = platform_now() - ${ago}::interval WHERE fund_id = ${fund.id}`
})

/** The fund's list entry of an employer: its number, null without one, undefined if the employer isn't in the list. */
export const looked = Effect.fnUntraced(function* (fund: StoredFund, abn: string) {
  const found = yield* (yield* ListLookup).ask(fund, abn as S.Abn)
  return Option.getOrUndefined(Option.map(found, ({ employer_number }) => employer_number as string | null))
})
