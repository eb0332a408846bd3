import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { readdirSync, readFileSync } from "node:fs"
import { aListFund, looked, TestLists } from "../../../test/funds/TestLists.ts"
import {
  aClient,
  anSftpServer,
  aSupplier,
  operations,
  type TestSftpClient
} from "../../../test/funds/TestSftp.ts"
import { abns, listOf } from "../../../../rules/test/lists.ts"
import { SftpAccounts } from "./SftpAccounts.ts"
import { LARGEST_FILE } from "@embedded-super/rules/employer-list/listRules"

/** The client cuts a larger write in two, and sends the second half when the first is answered. */
const BLOCK = 16 * 1024

/** Uploads as lftp and paramiko do: all of it is sent, and the close too, before the first answer has come. */
const putAtOnce = Effect.fnUntraced(function* (client: TestSftpClient, path: string, content: Buffer) {
  const handle = yield* client.open(path, "w")
  const blocks = Array.from({ length: Math.ceil(content.length / BLOCK) }, (_, nth) => nth * BLOCK)
  const all = [
    ...blocks.map((at) => Effect.exit(client.write(handle, content.subarray(at, at + BLOCK), at))),
    Effect.exit(client.close(handle))
  ]
  const exits = yield* Effect.all(all, { concurrency: "unbounded" })
  return exits.map(({ _tag }) => _tag === "Success")
})

const bytes = (length: number, nth: number) => Buffer.alloc(length, `${nth} of many `)

layer(SftpAccounts.layer.pipe(Layer.provideMerge(TestLists.layer)), { excludeTestServices: true })(
  "a client that doesn't wait for answers",
  (it) => {
    for (const length of [48, 40_000, 460_020, 4_000_000]) {
      it.effect(`uploads ${length} bytes whole, each time`, () =>
        Effect.gen(function* () {
          const { at, client } = yield* aSupplier()
          for (let nth = 0; nth < 5; nth += 1) {
            const content = bytes(length, nth)
            const answers = yield* putAtOnce(client, "/inbox/a.part", content)
            assert.notInclude(answers, false)
            assert.isTrue(readFileSync(at("arriving", "a.part")).equals(content))
          }
        })
      )
    }

    it.effect("has its list imported when the rename is sent behind the close", () =>
      Effect.gen(function* () {
        const { client, fund } = yield* aSupplier()
        const all = abns(2000)
        const content = Buffer.from(listOf(all))
        const handle = yield* client.open("/inbox/a.part", "w")
        yield* Effect.all(
          [
            client.write(handle, content.subarray(0, BLOCK), 0),
            client.write(handle, content.subarray(BLOCK), BLOCK),
            client.close(handle),
            client.rename("/inbox/a.part", "/inbox/a.csv")
          ],
          { concurrency: "unbounded" }
        )
        assert.deepInclude(yield* client.result("a.csv", "accepted"), { accepted_rows: 2000 })
        assert.strictEqual(yield* looked(fund, all[1999] ?? ""), "EMP-1999")
      })
    )

    it.effect(
      "is told at the close that a part wasn't stored, and the file is no upload until it is resumed",
      () =>
        Effect.gen(function* () {
          const { at, client } = yield* aSupplier({ complete_when: "quiet" }, { bytes: 100_000 })
          yield* client.put("/inbox/other.part", Buffer.alloc(50_000))
          const content = bytes(80_000, 1)
          assert.deepStrictEqual(yield* putAtOnce(client, "/inbox/a.csv", content), [
            ...[true, true, true],
            ...[false, false, false]
          ])
          assert.strictEqual(yield* Effect.flip(client.rename("/inbox/a.csv", "/inbox/b.csv")), 4)
          assert.isTrue(readFileSync(at("unfinished", "a.csv")).equals(content.subarray(0, 3 * BLOCK)))
          yield* client.remove("/inbox/other.part")
          const handle = yield* client.open("/inbox/a.csv", "r+")
          yield* client.write(handle, content.subarray(3 * BLOCK), 3 * BLOCK)
          yield* client.close(handle)
          assert.isTrue(readFileSync(at("arriving", "a.csv")).equals(content))
        })
    )

    it.effect("keeps its finished upload when it is refused to open it again", () =>
      Effect.gen(function* () {
        const { at, client, fund, server } = yield* aSupplier({ complete_when: "quiet" })
        const content = bytes(1000, 1)
        yield* client.put("/inbox/a.csv", content)
        yield* client.put("/inbox/other.part", content)
        const sessions = [client, ...(yield* Effect.forEach([1, 2, 3], () => aClient(server, fund)))]
        for (const session of sessions)
          for (let nth = 0; nth < 25; nth += 1) yield* session.open("/inbox/other.part", "r")
        assert.strictEqual(yield* Effect.flip(client.open("/inbox/a.csv", "r+")), 4)
        assert.isTrue(readFileSync(at("arriving", "a.csv")).equals(content))
      })
    )

    const cuts = [
      ["by its handle", "r+", (client: TestSftpClient, handle: Buffer) => client.resize(handle, 5)],
      ["by its path", "r", (client: TestSftpClient) => client.resize("/inbox/a.part", 5)]
    ] as const
    for (const [how, flags, cut] of cuts)
      it.effect(`leaves no tail of an older file when it cuts that ${how}`, () =>
        Effect.gen(function* () {
          const { client } = yield* aSupplier()
          yield* client.put("/inbox/a.part", Buffer.from("an older, longer file"))
          const handle = yield* client.open("/inbox/a.part", flags)
          yield* cut(client, handle)
          yield* client.close(handle)
          assert.strictEqual((yield* client.get("/inbox/a.part")).toString(), "an ol")
        })
      )

    it.effect("is told when a file isn't resized: what it may not write, or has no room for", () =>
      Effect.gen(function* () {
        const { client } = yield* aSupplier({}, { bytes: 100_000 })
        yield* client.put("/inbox/a.part", Buffer.from("a list"))
        const reading = yield* client.open("/inbox/a.part", "r")
        assert.strictEqual(yield* Effect.flip(client.resize(reading, 1)), 3)
        const handle = yield* client.open("/inbox/a.part", "r+")
        assert.strictEqual(yield* Effect.flip(client.resize("/inbox/a.part", 1)), 4)
        for (const size of [100_001, LARGEST_FILE + 1])
          assert.strictEqual(yield* Effect.flip(client.resize(handle, size)), 4)
        yield* client.close(handle)
        assert.strictEqual(yield* Effect.flip(client.resize("/inbox/a.part", 100)), 4)
        assert.strictEqual(yield* Effect.flip(client.resize("/inbox/no.part", 1)), 2)
        assert.strictEqual(yield* Effect.flip(client.resize("/outbox/a.csv", 1)), 3)
        assert.strictEqual((yield* client.get("/inbox/a.part")).toString(), "a list")
      })
    )

    it.effect("that sends more than the largest list may have has uploaded nothing", () =>
      Effect.gen(function* () {
        const { at, client } = yield* aSupplier({ complete_when: "quiet" })
        const handle = yield* client.open("/inbox/a.csv", "w")
        const line = Buffer.from("abn\n")
        yield* client.write(handle, line, 0)
        assert.strictEqual(yield* Effect.flip(client.write(handle, line, LARGEST_FILE)), 4)
        assert.strictEqual(yield* Effect.flip(client.close(handle)), 4)
        assert.deepStrictEqual(readdirSync(at("arriving", "")), [])
      })
    )

    it.effect("opens two sessions in a connection, and a hundred files in an account, at most", () =>
      Effect.gen(function* () {
        const fund = yield* aListFund()
        const server = yield* anSftpServer
        const clients = yield* Effect.forEach([1, 2], () => aClient(server, fund))
        const sessions = [
          ...clients,
          ...(yield* Effect.forEach(clients, ({ another }) => Effect.map(another, operations)))
        ]
        for (const { another } of clients) yield* Effect.flip(another)
        yield* clients[0]!.put("/inbox/a.part", Buffer.from("x"))
        const opens = sessions.flatMap((session) =>
          Array.from({ length: 26 }, () => Effect.exit(session.open("/inbox/a.part", "r")))
        )
        const opened = yield* Effect.all(opens, { concurrency: "unbounded" })
        assert.strictEqual(opened.filter(({ _tag }) => _tag === "Success").length, 100)
        yield* clients[0]!.drop
        const again = sessions[1]!.open("/inbox/a.part", "r")
        yield* sessions[1]!.close(yield* Effect.eventually(again))
      })
    )
  }
)
