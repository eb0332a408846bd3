/**
 * Lists arrive whole from the SFTP clients that funds use, also from those that send everything before the first answer
 * comes, while another program keeps this machine busy. Run by `pnpm test:long`; a client is skipped with a reason if
 * this machine lacks one of its tools or the tools get no packages.
 */
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { execFileSync, spawn } from "node:child_process"
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { createInterface } from "node:readline"
import { afterAll, beforeAll } from "vitest"
import { SftpAccounts } from "@embedded-super/service/funds"
import { aListFund, TestLists } from "@embedded-super/service/testing"
import { anSftpServer, keyPair } from "@embedded-super/service/testing/sftp"
import { missing } from "./src/clients/missing.ts"
import { projectRoot } from "@embedded-super/program/projectRoot"
import { clients, installs, type UploadClient } from "./src/uploads/clients.ts"

const SIZES = [48, 40_000, 460_020, 20_000_000]
const TIMES = 60
const PATIENCE = 1_800_000

const lacks = (client: UploadClient) => missing(client.needs)

/** Where the clients are installed and run. */
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "embedded-super-uploads-"))
  for (const file of ["upload.py", "upload.go"])
    copyFileSync(join(projectRoot, "contract-tests/src/uploads", file), join(folder, file))
  for (const [tool, command] of Object.entries(installs))
    if (missing([tool]).length === 0) execFileSync("sh", ["-c", command], { cwd: folder, stdio: "pipe" })
}, PATIENCE)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A program that never waits, while the scope is open. */
const busyLoop = Effect.acquireRelease(
  Effect.sync(() => spawn(process.execPath, ["-e", "for (;;);"])),
  (loop) => Effect.sync(() => void loop.kill())
)

/** A started client: `put` uploads a file, and returns what it printed. */
const running = (client: UploadClient, env: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const program = yield* Effect.acquireRelease(
      Effect.sync(() => {
        const options = { cwd: folder, env: { ...process.env, ...env } }
        return spawn("bash", ["-c", client.command], options)
      }),
      (program) => Effect.sync(() => void program.stdin.end())
    )
    program.stderr.resume()
    const lines = createInterface(program.stdout)[Symbol.asyncIterator]()
    return (file: string) =>
      Effect.promise(async () => {
        program.stdin.write(`${file}\n`)
        const { done, value } = await lines.next()
        return done === true ? "it ended" : value
      })
  })

layer(SftpAccounts.layer.pipe(Layer.provideMerge(TestLists.layer)), { excludeTestServices: true })(
  "lists of clients that nobody here wrote",
  (it) => {
    for (const client of clients) {
      const because = lacks(client).length === 0 ? "" : ` (${lacks(client).join(", ")})`
      it.effect.skipIf(because !== "")(
        `arrive whole: ${client.name}${because} [R-2.6-5]`,
        () =>
          Effect.gen(function* () {
            const fund = yield* aListFund()
            const server = yield* anSftpServer
            const keys = keyPair()
            yield* (yield* SftpAccounts).provision(fund.slug, keys.public)
            const [key, file] = [join(folder, "key"), join(folder, "list.csv")]
            writeFileSync(key, keys.private, { mode: 0o600 })
            writeFileSync(`${key}.pub`, `${keys.public}\n`)
            const to = "list.csv.part"
            const arrived = join(server.folder, fund.slug, "arriving", to)
            yield* busyLoop
            const env = { PORT: String(server.port), ACCOUNT: fund.slug, KEY: key, TO: `/inbox/${to}` }
            const put = yield* running(client, env)
            const found: Record<string, Record<string, number>> = {}
            for (const size of SIZES) {
              const seen: Record<string, number> = (found[size] = {})
              for (let nth = 0; nth < TIMES; nth += 1) {
                const content = Buffer.alloc(size, `${nth} of many, `)
                writeFileSync(file, content)
                const said = yield* put(file)
                const stored = existsSync(arrived) ? readFileSync(arrived) : Buffer.of()
                const is = stored.equals(content)
                  ? "whole"
                  : stored.length < size
                    ? "short"
                    : "with other bytes"
                const outcome = said === "stored" ? is : `${said}, and ${is}`
                seen[outcome] = (seen[outcome] ?? 0) + 1
              }
            }
            process.stdout.write(`${client.name}: ${JSON.stringify(found)}\n`)
            assert.deepStrictEqual(found, Object.fromEntries(SIZES.map((size) => [size, { whole: TIMES }])))
          }),
        PATIENCE
      )
    }
  }
)
