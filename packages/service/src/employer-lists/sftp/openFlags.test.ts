import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { existsSync } from "node:fs"
import ssh2 from "ssh2"
import { abns, listOf } from "../../../../rules/test/lists.ts"
import { TestLists } from "../../../test/funds/TestLists.ts"
import { aSupplier } from "../../../test/funds/TestSftp.ts"
import { SftpAccounts } from "./SftpAccounts.ts"

const { APPEND, CREAT, EXCL, READ, TRUNC, WRITE } = ssh2.utils.sftp.OPEN_MODE
const OLD = "an older, longer file"
const NEW = "new"

/**
 * The file's content after it was opened with these flags, written from its first byte if they allow that, and closed; or the
 * error. OpenSSH's `sftp-server` gives the flags to `open` of the operating system, and ends at the same.
 */
const OPENED: ReadonlyArray<
  readonly [what: string, flags: number, before: string | undefined, after: string]
> = [
  ["a file that is read", READ, OLD, OLD],
  ["no file to read", READ, undefined, "no such file"],
  ["a new file", WRITE | CREAT, undefined, NEW],
  ["no file to write", WRITE, undefined, "no such file"],
  ["an emptied file", WRITE | CREAT | TRUNC, OLD, NEW],
  ["a new file that must be new", WRITE | CREAT | EXCL, undefined, NEW],
  ["an older file where it must be new", WRITE | CREAT | EXCL, OLD, "failure"],
  ["an appended file", WRITE | APPEND, OLD, `${OLD}${NEW}`],
  ["a new file that is appended to", READ | WRITE | CREAT | APPEND, undefined, NEW],
  // Ours differs on purpose: a write from the first byte isn't a resumed upload, so nothing of the older file stays behind it.
  ["an older file that is written over", WRITE | CREAT, OLD, NEW],
  // Here, too: a client that doesn't write makes and empties nothing.
  ["a file that a reader would make", READ | CREAT, undefined, "not allowed"],
  ["a file that a reader would empty", READ | TRUNC, OLD, "not allowed"],
  ["a file that a reader would append to", APPEND, OLD, "not allowed"]
]

const STATUS: Readonly<Record<number, string>> = { 2: "no such file", 3: "not allowed", 4: "failure" }

layer(SftpAccounts.layer.pipe(Layer.provideMerge(TestLists.layer)), { excludeTestServices: true })(
  "a file that a client opens",
  (it) => {
    it.effect("is what its flags say", () =>
      Effect.gen(function* () {
        const { client } = yield* aSupplier()
        const path = "/inbox/a.part"
        for (const [what, flags, before, after] of OPENED) {
          yield* Effect.ignore(client.remove(path))
          if (before !== undefined) yield* client.put(path, before)
          const found = yield* Effect.gen(function* () {
            const handle = yield* client.open(path, flags)
            if ((flags & WRITE) !== 0) yield* client.write(handle, Buffer.from(NEW), 0)
            yield* client.close(handle)
            return (yield* client.get(path)).toString()
          }).pipe(Effect.catch((status) => Effect.succeed(STATUS[status] ?? String(status))))
          assert.strictEqual(found, after, what)
        }
      })
    )

    it.effect("is continued by a client that resumes: behind what is there, or with APPEND", () =>
      Effect.gen(function* () {
        const { client } = yield* aSupplier()
        for (const [flags, offset] of [
          ["r+", OLD.length],
          [WRITE | CREAT, OLD.length],
          ["a", OLD.length],
          ["a", 0]
        ] as const) {
          yield* client.put("/inbox/a.part", OLD)
          const handle = yield* client.open("/inbox/a.part", flags)
          yield* client.write(handle, Buffer.from(NEW), offset)
          yield* client.write(handle, Buffer.from(NEW), offset + NEW.length)
          yield* client.close(handle)
          assert.strictEqual((yield* client.get("/inbox/a.part")).toString(), `${OLD}${NEW}${NEW}`)
        }
      })
    )

    it.effect("is taken when it is complete: EXCL is refused, and nothing goes behind it", () =>
      Effect.gen(function* () {
        const { at, client } = yield* aSupplier({ complete_when: "checksum_file" })
        const list = listOf(abns(10))
        yield* client.upload("/inbox/a.csv", list)
        for (const flags of [
          WRITE | CREAT | EXCL,
          WRITE | CREAT | TRUNC | EXCL,
          WRITE,
          WRITE | CREAT | APPEND
        ])
          assert.strictEqual(yield* Effect.flip(client.open("/inbox/a.csv", flags)), 4)
        assert.isTrue(existsSync(at("inbox", "a.csv")))
        assert.strictEqual((yield* client.get("/inbox/a.csv")).toString(), list)
      })
    )
  }
)
