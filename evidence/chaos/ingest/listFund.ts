import type { Abn, EmployerListSettings } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { FundProfiles, ListLookup, SftpAccounts } from "@embedded-super/service/funds"
import { aFundProfile, aMySuper } from "@embedded-super/rules/testing"
import { keyPair, type TestSftpServer } from "@embedded-super/service/testing/sftp"
import { until } from "../world/World.ts"
import type { Case } from "./cases.ts"

const sha256 = (text: string | Uint8Array) => createHash("sha256").update(text).digest("hex")
const bytesOf = (file: string | Uint8Array) =>
  typeof file === "string" ? Buffer.from(file) : Buffer.from(file)

/** A fund that supplies lists over SFTP, with one agreed way to recognise a complete file. */
export const listFund = Effect.fnUntraced(function* (
  server: Pick<TestSftpServer, "connect">,
  nth: number,
  completeWhen: EmployerListSettings["complete_when"]
) {
  const sql = yield* SqlClient.SqlClient
  const usi = `ING${String(nth).padStart(4, "0")}AU`
  const slug = `ingest-${nth}`
  const { fund } = yield* (yield* FundProfiles).load(
    aFundProfile({
      fund: { slug, name: `Ingest ${nth}`, abn: "60905115063" },
      products: [aMySuper(usi)],
      default_activate_usi: usi,
      operations: {
        member_registration: undefined,
        employer_lookup: { source: "list", list: { format: "plain", complete_when: completeWhen } }
      }
    })
  )
  const keys = keyPair()
  yield* (yield* SftpAccounts).provision(slug, keys.public)
  const lookup = yield* ListLookup
  const connect = server.connect(slug, keys.private)

  const supply = Effect.fnUntraced(function* (name: string, { checksumOf, file, way }: Case, other: string) {
    const client = yield* connect
    const target = `/inbox/${name}`
    const put = (path: string, content: string | Uint8Array) =>
      client.put(path, bytesOf(content) as unknown as string)
    switch (way) {
      case "whole":
        if (completeWhen === "checksum_file") {
          yield* put(target, file)
          return yield* put(`${target}.sha256`, `${sha256(checksumOf ?? file)}  ${name}\n`)
        }
        yield* put(`${target}.part`, file)
        return yield* client.rename(`${target}.part`, target)
      case "closed only":
        return yield* put(target, file)
      case "closed after an abort":
        return yield* put(target, bytesOf(file).subarray(0, file.length / 2))
      case "broken off": {
        yield* put(`${target}.filepart`, bytesOf(file).subarray(0, file.length / 2))
        yield* client.open(target, "w")
        return yield* client.drop
      }
      case "renamed too early":
        yield* client.open(`${target}.part`, "w")
        yield* Effect.ignore(client.rename(`${target}.part`, target))
        return yield* client.drop
      case "rename race": {
        const second = yield* connect
        yield* put(`${target}.1.part`, file)
        yield* put(`${target}.2.part`, other)
        yield* Effect.all(
          [
            Effect.ignore(client.rename(`${target}.1.part`, target)),
            Effect.ignore(second.rename(`${target}.2.part`, target))
          ],
          { concurrency: 2 }
        )
        if (completeWhen === "checksum_file") yield* put(`${target}.sha256`, `${sha256(file)}  ${name}\n`)
      }
    }
  }, Effect.scoped)

  /** Waits for the file's result, and returns its outcome. */
  const resultOf = Effect.fnUntraced(function* (name: string) {
    const outcome = Effect.map(
      sql<{ outcome: string | null }>`SELECT result ->> 'outcome' AS outcome FROM employer_list_files
        WHERE fund_id = ${fund.id} AND file_name = ${name} ORDER BY id DESC LIMIT 1`,
      ([row]) => row?.outcome ?? undefined
    )
    yield* until(
      `the result of ${name}`,
      Effect.map(outcome, (found) => found !== undefined),
      30
    )
    return yield* outcome
  })

  return {
    slug,
    publicKey: keys.public,
    /** A session of the fund's. */
    connect,
    supply,
    resultOf,
    /** How many times each file was read, by its name. */
    results: Effect.map(
      sql<{
        name: string
        times: number
      }>`SELECT file_name AS name, count(*)::int AS times FROM employer_list_files
        WHERE fund_id = ${fund.id} AND result IS NOT NULL GROUP BY file_name`,
      (rows) => new Map(rows.map(({ name, times }) => [name, times] as const))
    ),
    /** The last accepted list was accepted so long ago. */
    age: (ago: string) =>
      sql`UPDATE employer_lists SET accepted_at = platform_now() - ${ago}::interval WHERE fund_id = ${fund.id}`,
    /** The result of a lookup: the number, null without one, undefined without a match. */
    look: (abn: string) =>
      Effect.map(lookup.ask(fund, abn as Abn), (found) =>
        Option.getOrUndefined(Option.map(found, ({ employer_number }) => employer_number as string | null))
      )
  }
})
