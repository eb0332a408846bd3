import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import { join } from "node:path"
import { abns, listOf } from "../../../../rules/test/lists.ts"
import { NEEDS_OPEN_SSH, openSsh, withOpenSsh } from "../../../test/funds/sftp.ts"
import { aListFund, TestLists } from "../../../test/funds/TestLists.ts"
import { aClient, anSftpServer, keyPair } from "../../../test/funds/TestSftp.ts"
import { SftpAccounts } from "./SftpAccounts.ts"

layer(SftpAccounts.layer.pipe(Layer.provideMerge(TestLists.layer)), { excludeTestServices: true })(
  "a fund's SFTP account",
  (it) => {
    it.effect.skipIf(!withOpenSsh)(`is used with OpenSSH's sftp${NEEDS_OPEN_SSH} [R-2.6-5]`, () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const fund = yield* aListFund()
        const server = yield* anSftpServer
        const folder = yield* fs.makeTempDirectoryScoped()
        const keys = keyPair()
        yield* (yield* SftpAccounts).provision(fund.slug, keys.public)
        yield* fs.writeFileString(join(folder, "list.csv"), listOf(abns(10)))
        const exit = yield* openSsh(server, fund.slug, keys.private, folder, [
          `put ${join(folder, "list.csv")} /inbox/list.csv.part`,
          "rename /inbox/list.csv.part /inbox/list.csv"
        ])
        assert.strictEqual(exit.code, 0, exit.stderr)
        const client = yield* aClient(server, fund)
        assert.deepInclude(yield* client.result("list.csv", "accepted"), { accepted_rows: 10 })
        yield* fs.writeFileString(join(folder, "part.csv"), listOf(abns(10)).slice(0, 100))
        const resumed = yield* openSsh(server, fund.slug, keys.private, folder, [
          `put ${join(folder, "part.csv")} /inbox/test/resumed.csv.part`,
          `reput ${join(folder, "list.csv")} /inbox/test/resumed.csv.part`,
          `get /inbox/test/resumed.csv.part ${join(folder, "resumed.csv")}`
        ])
        assert.strictEqual(resumed.code, 0, resumed.stderr)
        assert.strictEqual(yield* fs.readFileString(join(folder, "resumed.csv")), listOf(abns(10)))
        const again = yield* openSsh(server, fund.slug, keys.private, folder, [
          "ls -l /inbox",
          `get /inbox/list.csv.accepted.json ${join(folder, "result.json")}`
        ])
        assert.strictEqual(again.code, 0, again.stderr)
        assert.include(again.stdout, "list.csv.accepted.json")
        assert.include(yield* fs.readFileString(join(folder, "result.json")), '"outcome":"accepted"')
        const wrong = yield* openSsh(server, fund.slug, keyPair().private, folder, ["ls"])
        assert.notStrictEqual(wrong.code, 0)
      })
    )
  }
)
