import { assert, it } from "@effect/vitest"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { constants, existsSync } from "node:fs"
import { join } from "node:path"
import * as Exit from "effect/Exit"
import { accountSpace } from "./AccountSpace.ts"
import { foldersOf, makeFolders, pathsOf } from "./folders.ts"
import { sftpDisk } from "./SftpDisk.ts"
import { SftpLimits } from "./SftpSettings.ts"

it.effect("a file that is closed is kept from other sessions until it is moved", () =>
  Effect.gen(function* () {
    const root = yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped({ prefix: "disk-" })
    const folders = foldersOf(root, "banksia")
    yield* makeFolders(pathsOf(folders.inbox))
    const goal = join(folders.inbox.arriving, "a.csv")
    const seen: Array<boolean> = []
    class Writing extends Set<string> {
      override delete(path: string): boolean {
        seen.push(existsSync(goal))
        return super.delete(path)
      }
    }
    const space = accountSpace(folders, yield* SftpLimits)
    const writing = new Writing()
    const changed = () => {}
    const disk = sftpDisk({ slug: "banksia", folders, pattern: undefined, space, writing, changed })
    const place = { kind: "file", folder: "inbox", name: "a.csv" } as const
    const opened = yield* disk.ask({
      kind: "open to write",
      place,
      mode: constants.O_RDWR | constants.O_CREAT | constants.O_TRUNC
    })
    assert.deepInclude(opened, { kind: "opened", writes: true })
    assert.strictEqual(writing.size, 1)
    const file = opened.kind === "opened" ? opened.file : -1
    assert.deepStrictEqual(yield* disk.ask({ kind: "close", file }), { kind: "done" })
    assert.deepStrictEqual([seen, writing.size], [[true], 0])
  }).pipe(Effect.provide(NodeServices.layer))
)

// Node's own `recursive` never ends here.
it.effect("a place of SFTP that the system refuses ends at once", () =>
  Effect.gen(function* () {
    const exit = yield* Effect.exit(makeFolders(["/proc/embedded-super/inbox"]))
    assert.isTrue(Exit.isFailure(exit))
  }).pipe(Effect.provide(NodeServices.layer))
)
