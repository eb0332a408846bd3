/**
 * Every combination of the flags with which a client opens a file, against what OpenSSH's `sftp-server` does: it gives the
 * flags to `open` of the operating system (`flags_from_portable` in its sftp-server.c), and so does this test.
 */
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import {
  closeSync,
  constants,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync
} from "node:fs"
import { join } from "node:path"
import ssh2 from "ssh2"
import { abns, listOf } from "../../../../rules/test/lists.ts"
import { TestLists } from "../../../test/funds/TestLists.ts"
import { aSupplier } from "../../../test/funds/TestSftp.ts"
import { SftpAccounts } from "./SftpAccounts.ts"

const { APPEND, CREAT, EXCL, READ, TRUNC, WRITE } = ssh2.utils.sftp.OPEN_MODE
const FLAGS = { READ, WRITE, APPEND, CREAT, TRUNC, EXCL }
const OLD = "an older, longer file"
const NEW = "new"

const all = Array.from({ length: 64 }, (_, flags) => flags).flatMap((flags) =>
  [OLD, undefined].map((before) => {
    const names = Object.entries(FLAGS).flatMap(([name, flag]) => ((flags & flag) === 0 ? [] : [name]))
    return {
      flags,
      before,
      title: `${names.join("|") || "nothing"}, ${before === undefined ? "no file" : "a file"}`
    }
  })
)

/** The file's content after it was opened, written from its first byte, and closed; or the error. */
const ofOpenSsh = (path: string, flags: number, before: string | undefined): string => {
  rmSync(path, { force: true })
  if (before !== undefined) writeFileSync(path, before)
  const has = (flag: number, mode: number) => ((flags & flag) === 0 ? 0 : mode)
  const way = has(WRITE, has(READ, constants.O_RDWR) || constants.O_WRONLY)
  const mode =
    way |
    has(APPEND, constants.O_APPEND) |
    has(CREAT, constants.O_CREAT) |
    has(TRUNC, constants.O_TRUNC) |
    has(EXCL, constants.O_EXCL)
  try {
    const file = openSync(path, mode)
    if ((flags & WRITE) !== 0) writeSync(file, NEW, 0)
    closeSync(file)
    return readFileSync(path, "utf8")
  } catch (error) {
    return Reflect.get(error as object, "code") === "ENOENT" ? "no such file" : "failure"
  }
}

/** Where ours differs on purpose. */
const wanted = (flags: number, theirs: string): string => {
  // A client that doesn't write changes nothing; OpenSSH lets it make or empty a file.
  if ((flags & WRITE) === 0 && (flags & ~READ) !== 0) return "not allowed"
  // A write from the first byte isn't a resumed upload, so nothing of an older file stays behind the written bytes.
  return theirs === `${NEW}${OLD.slice(NEW.length)}` ? NEW : theirs
}

const STATUS: Readonly<Record<number, string>> = { 2: "no such file", 3: "not allowed", 4: "failure" }

layer(SftpAccounts.layer.pipe(Layer.provideMerge(TestLists.layer)), { excludeTestServices: true })(
  "a file that a client opens",
  (it) => {
    it.effect("is what OpenSSH's server would make of it, whatever the flags", () =>
      Effect.gen(function* () {
        const folder = yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped()
        const { client } = yield* aSupplier()
        const path = "/inbox/a.part"
        const ours = (flags: number, before: string | undefined) =>
          Effect.gen(function* () {
            yield* Effect.ignore(client.remove(path))
            if (before !== undefined) yield* client.put(path, before)
            const handle = yield* client.open(path, flags)
            if ((flags & WRITE) !== 0) yield* client.write(handle, Buffer.from(NEW), 0)
            yield* client.close(handle)
            return (yield* client.get(path)).toString()
          }).pipe(Effect.catch((status) => Effect.succeed(STATUS[status] ?? String(status))))
        const [found, want]: [Record<string, string>, Record<string, string>] = [{}, {}]
        for (const { before, flags, title } of all) {
          found[title] = yield* ours(flags, before)
          want[title] = wanted(flags, ofOpenSsh(join(folder, "a.part"), flags, before))
        }
        assert.deepStrictEqual(found, want)
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
