/**
 * One key, one connection, 2,000 channels for a minute: the API answers throughout, and so does the inbox for another
 * fund (D-sftp-port). Run by `pnpm test:long`.
 */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { setTimeout as sleep } from "node:timers/promises"
import { abns, aFundProfile, aMySuper, listOf } from "@embedded-super/rules/testing"
import { greedyClient, keyPair, sftpClient } from "@embedded-super/service/testing/sftp"
import { type RunningService, startService } from "./src/programs/service.ts"

const LASTS = 60_000
const PATIENCE = 600_000
/** The most memory that the SFTP program may have held, in bytes. */
const MOST_MEMORY = 1024 ** 3

/** A fund that supplies lists, whose account opens to the returned key. */
const loadFund = async (service: RunningService, slug: string, nth: number) => {
  const usi = `KEY${String(nth).padStart(4, "0")}AU`
  const [profile, key] = [join(service.dataDir, `${slug}.json`), join(service.dataDir, `${slug}.pub`)]
  const list = { source: "list", list: { format: "plain", complete_when: "renamed" } }
  const fund = { slug, name: slug, abn: "60905115063" }
  const operations = { member_registration: undefined, employer_lookup: list }
  const settings = { fund, products: [aMySuper(usi)], default_activate_usi: usi, operations }
  const keys = keyPair()
  writeFileSync(profile, aFundProfile(settings))
  writeFileSync(key, keys.public)
  for (const command of [
    ["fund", "load", profile],
    ["sftp", "provision", "--fund", slug, "--key", key]
  ]) {
    const { code, stderr } = await service.run("admin", ...command)
    assert.strictEqual(code, 0, stderr)
  }
  return keys.private
}

it(
  "one key with 2,000 channels in one connection keeps neither the API nor another fund's inbox from answering",
  async () => {
    const service = await startService({ withSftp: true })
    try {
      const { port, pid } = service.sftp ?? { port: 0, pid: 0 }
      const greedy = await loadFund(service, "greedy", 1)
      const other = await loadFund(service, "other", 2)
      const hostKey = (await service.run("admin", "sftp", "host-key")).stdout.split("\n")[0] ?? ""
      const inbox = sftpClient({ port, hostKey }, "other", other)
      const until = performance.now() + LASTS
      const isOver = () => performance.now() > until
      const answers = { api: 0, unanswered: 0, logIns: 0, refused: [] as Array<string> }
      const api = async () => {
        while (!isOver()) {
          const [ready, employers] = await Promise.all(
            ["/health/ready", "/api/v1/employers"].map((path) =>
              fetch(`${service.url}${path}`, { signal: AbortSignal.timeout(20_000) }).then(
                ({ status }) => status,
                () => 0
              )
            )
          )
          answers.api += 1
          if (ready !== 200 || employers !== 401) answers.unanswered += 1
          await sleep(100)
        }
      }
      const fund = async () => {
        while (!isOver()) {
          const listed = Effect.scoped(Effect.flatMap(inbox, ({ list }) => list("/inbox")))
          const exit = await Effect.runPromise(Effect.result(Effect.timeout(listed, "20 seconds")))
          answers.logIns += 1
          if (exit._tag === "Failure") answers.refused.push(String(exit.failure))
          await sleep(200)
        }
      }
      const supply = Effect.gen(function* () {
        const { put, rename, result } = yield* inbox
        yield* put("/inbox/list.csv.part", listOf(abns(20)))
        yield* rename("/inbox/list.csv.part", "/inbox/list.csv")
        return yield* result("list.csv", "accepted")
      }).pipe(Effect.scoped, Effect.timeout("50 seconds"))
      const supplied = sleep(LASTS / 3).then(() => Effect.runPromise(supply))
      const [seen, list] = await Promise.all([
        greedyClient(port, "greedy", greedy, isOver),
        supplied,
        api(),
        fund()
      ])
      const status = `/proc/${pid}/status`
      const held = existsSync(status) ? /VmHWM:\s+(\d+) kB/.exec(readFileSync(status, "utf8")) : null
      const memory = Number(held?.[1] ?? 0) * 1024
      process.stdout.write(`${JSON.stringify({ ...seen, ...answers, memory })}\n`)
      assert.deepInclude(list, { accepted_rows: 20 })
      assert.deepInclude(answers, { unanswered: 0, refused: [] })
      assert.isAbove(Math.min(answers.api, answers.logIns), 10)
      assert.isAtMost(seen.channels, 2)
      assert.isAtMost(memory, MOST_MEMORY)
    } finally {
      await service.stop()
    }
  },
  PATIENCE
)
