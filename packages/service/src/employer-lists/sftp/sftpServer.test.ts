import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { createHash } from "node:crypto"
import { readFileSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { aClient, anSftpServer, aSupplier, keyPair } from "../../../test/funds/TestSftp.ts"
import { accepted, aListFund, looked, TestLists } from "../../../test/funds/TestLists.ts"
import { abns, listOf } from "../../../../rules/test/lists.ts"
import { normalised, placeOf } from "@embedded-super/rules/sftp/folders"
import { counts } from "@embedded-super/rules/employer-list/fileNames"
import { hostKeyChange, pinned } from "./hostKeys.ts"
import { SftpAccounts } from "./SftpAccounts.ts"

const ABNS = abns(10)
const FIRST = ABNS[0] ?? ""

layer(SftpAccounts.layer.pipe(Layer.provideMerge(TestLists.layer)), { excludeTestServices: true })(
  "a fund's SFTP account",
  (it) => {
    it.effect(
      "is provisioned by the service and takes a list: uploaded, renamed, imported, its result beside it [R-2.6-5, R-5-9]",
      () =>
        Effect.gen(function* () {
          const { client, fund } = yield* aSupplier()
          assert.deepStrictEqual((yield* client.list("/")).toSorted(), ["inbox", "outbox"])
          yield* client.put("/inbox/employers.csv.part", listOf(ABNS))
          assert.deepStrictEqual(yield* client.list("/inbox"), ["test", "employers.csv.part"])
          yield* client.rename("/inbox/employers.csv.part", "/inbox/employers.csv")
          const result = yield* client.result("employers.csv", "accepted")
          assert.deepInclude(result, { outcome: "accepted", accepted_rows: 10, bad_rows: 0 })
          assert.deepInclude(result, { sha256: createHash("sha256").update(listOf(ABNS)).digest("hex") })
          assert.strictEqual(yield* looked(fund, FIRST), "EMP-0")
          yield* accepted(fund, "8 days")
          yield* client.put("/inbox/x.tmp", listOf([...ABNS, "51824753557"]))
          yield* client.rename("/inbox/x.tmp", "/inbox/employers.csv")
          const refused = yield* client.result("employers.csv", "refused")
          assert.deepStrictEqual(refused.findings, [
            { line: 12, code: "abn_checksum", detail: "The ABN's check digits are wrong." }
          ] as never)
          assert.deepStrictEqual(yield* client.list("/inbox"), ["test", "employers.csv.refused.json"])
          assert.strictEqual(yield* looked(fund, FIRST), "EMP-0")
        })
    )

    it.effect("takes nothing that isn't whole: an upload that is closed, or broken off, is no list", () =>
      Effect.gen(function* () {
        const { client, fund, server } = yield* aSupplier()
        yield* client.put("/inbox/employers.csv", listOf(ABNS))
        const half = yield* client.open("/inbox/half.csv", "w")
        assert.strictEqual(yield* Effect.flip(client.rename("/inbox/half.csv", "/inbox/whole.csv")), 4)
        yield* client.drop
        const other = yield* aClient(server, fund)
        yield* other.put("/inbox/.hidden.csv", listOf(ABNS))
        // A later complete file is imported; the others were scanned before it and ignored.
        yield* other.put("/inbox/last.filepart", listOf(ABNS.slice(1)))
        yield* other.rename("/inbox/last.filepart", "/inbox/last.csv")
        assert.deepInclude(yield* other.result("last.csv", "accepted"), { accepted_rows: 9 })
        assert.isUndefined(yield* looked(fund, FIRST))
        assert.includeMembers(yield* other.list("/inbox"), ["employers.csv", "half.csv", ".hidden.csv"])
        assert.isDefined(half)
      })
    )

    it.effect("takes a file with its checksum beside it, and refuses one whose checksum differs", () =>
      Effect.gen(function* () {
        const { client } = yield* aSupplier({ complete_when: "checksum_file" })
        const text = listOf(ABNS)
        yield* client.put("/inbox/a.csv", text)
        yield* client.put("/inbox/a.csv.sha256", `${"0".repeat(64)}  a.csv\n`)
        const refused = yield* client.result("a.csv", "refused")
        assert.strictEqual(refused.reason?.code, "checksum_differs")
        yield* client.put(
          "/inbox/b.csv.sha256",
          `${createHash("sha256").update(text).digest("hex")}  b.csv\n`
        )
        yield* client.put("/inbox/b.csv", text)
        assert.deepInclude(yield* client.result("b.csv", "accepted"), { accepted_rows: 10 })
        assert.deepStrictEqual((yield* client.list("/inbox")).toSorted(), [
          "a.csv.refused.json",
          "b.csv.accepted.json",
          "test"
        ])
      })
    )

    it.effect("takes a closed file that rested for 30 seconds, where the fund agreed to that", () =>
      Effect.gen(function* () {
        const { at, client } = yield* aSupplier({ complete_when: "quiet" })
        yield* client.put("/inbox/a.csv", listOf(ABNS))
        utimesSync(at("arriving", "a.csv"), 1, 1)
        yield* client.put("/inbox/nudge.tmp", "x")
        assert.deepInclude(yield* client.result("a.csv", "accepted"), { accepted_rows: 10 })
      })
    )

    it.effect("is chrooted: no folder but its own, no links, no way up, no file of another account", () =>
      Effect.gen(function* () {
        const server = yield* anSftpServer
        const mine = yield* aClient(server, yield* aListFund())
        const theirs = yield* aListFund()
        const other = yield* aClient(server, theirs)
        yield* other.put("/inbox/secret.part", "secret")
        writeFileSync(join(server.folder, "outside.txt"), "secret")
        const paths = [
          `/../${theirs.slug}/inbox/secret.part`,
          `/inbox/../../${theirs.slug}/arriving/secret.part`,
          "/inbox/../../../outside.txt",
          "../outside.txt",
          "/outside.txt",
          "/etc/passwd",
          "/inbox/..%2foutside.txt",
          "/inbox/a\\..\\outside.txt"
        ]
        for (const path of paths) {
          assert.strictEqual(yield* Effect.flip(mine.get(path)), 2, path)
          assert.isAtLeast(yield* Effect.flip(mine.put(path, "x")), 2, path)
        }
        assert.strictEqual(yield* Effect.flip(mine.put("/outbox/x.csv", "x")), 3)
        assert.strictEqual(yield* Effect.flip(mine.put("/inbox/x.csv.accepted.json", "x")), 3)
        assert.strictEqual(yield* Effect.flip(mine.symlink("/etc/passwd", "/inbox/link")), 3)
        assert.strictEqual(yield* Effect.flip(mine.mkdir("/inbox/folder")), 3)
        assert.deepStrictEqual(yield* mine.list("/inbox"), ["test"])
        assert.strictEqual(readFileSync(join(server.folder, "outside.txt"), "utf8"), "secret")
      })
    )

    it.effect("opens to the fund's own Ed25519 keys alone; the host key stays the same over restarts", () =>
      Effect.gen(function* () {
        const fund = yield* aListFund()
        const theirs = yield* aListFund()
        const server = yield* anSftpServer
        const keys = keyPair()
        const accounts = yield* SftpAccounts
        const fingerprint = yield* accounts.provision(fund.slug, keys.public)
        yield* (yield* server.connect(fund.slug, keys.private)).drop
        for (const [user, key] of [
          [theirs.slug, keys.private],
          [fund.slug, keyPair().private],
          ["nobody", keys.private]
        ] as const) {
          assert.strictEqual(yield* Effect.flip(server.connect(user, key)), "client-authentication")
        }
        assert.strictEqual(yield* Effect.flip(server.connect(fund.slug, undefined)), "client-authentication")
        yield* accounts.revoke(fund.slug, fingerprint)
        assert.strictEqual(
          yield* Effect.flip(server.connect(fund.slug, keys.private)),
          "client-authentication"
        )
        const refusal = yield* Effect.flip(
          accounts.provision(fund.slug, "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQ")
        )
        assert.include(refusal.problem, "Ed25519")
        assert.strictEqual((yield* anSftpServer).hostKey, server.hostKey)
      })
    )

    it.effect(
      "meets another server's key only after the operator made, showed and changed to the next one",
      () =>
        Effect.gen(function* () {
          const { change, next, prepare } = yield* hostKeyChange
          const running = yield* anSftpServer
          assert.strictEqual((yield* Effect.flip(change())).problem, "There is no next key.")
          const { publicKey: shown } = pinned(yield* prepare())
          assert.strictEqual((yield* anSftpServer).hostKey, running.hostKey)
          const prepared = yield* next
          assert.strictEqual(prepared && pinned(prepared.key).publicKey, shown)
          yield* change()
          assert.isUndefined(yield* next)
          const restarted = yield* anSftpServer
          assert.strictEqual(restarted.hostKey, shown)
          assert.notStrictEqual(restarted.hostKey, running.hostKey)
          const { client } = yield* aSupplier()
          assert.include(yield* client.list("/"), "inbox")
        })
    )

    it("knows which names count, and where paths lead", () => {
      for (const name of ["a.csv", "Employers_2026-11.csv"]) assert.isTrue(counts(name), name)
      for (const name of [
        ".a.csv",
        "a.csv.part",
        "a.csv.tmp",
        "a.filepart",
        "a.PARTIAL",
        "a.txt",
        "a.csv.accepted.json"
      ]) {
        assert.isFalse(counts(name), name)
      }
      assert.isTrue(counts("employers_20261121.csv", "employers_*.csv"))
      assert.isFalse(counts("other_20261121.csv", "employers_*.csv"))
      assert.strictEqual(normalised("inbox/./../../.."), "/")
      assert.isUndefined(placeOf("/inbox/folder/a.csv"))
    })
  }
)
