/** The commands as programs: what they print, with which code they end, also where their reader or their user leaves. */
import { assert, describe, it } from "@effect/vitest"
import { inScope } from "@embedded-super/program/testing/inScope"
import * as Effect from "effect/Effect"
import { once } from "node:events"
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import process from "node:process"
import { servedHere } from "../../src/cli/servedHere.ts"
import { folder, fundCheck, startFundCheck } from "./fundCheck.ts"

const SECRET = { FUND_CHECK_SECRET: "k".repeat(40) }

/** A folder with the profile of a fund at this port. */
const initialised = Effect.fnUntraced(function* (port: number) {
  const cwd = yield* folder
  const known = ["--matching-abn", "80000000001", "--unknown-abn", "42000000003"]
  const address = ["--base-url", `http://127.0.0.1:${port}`]
  const written = yield* fundCheck(cwd, {}, "init", "--yes", ...address, ...known)
  assert.strictEqual(written.code, 0, written.err)
  return cwd
})

describe("fund-check", () => {
  it.live("init, and run without a secret, and with nothing there: exit 2 and 3, in one sentence each", () =>
    Effect.gen(function* () {
      const cwd = yield* folder
      const none = yield* fundCheck(cwd, {}, "run")
      assert.strictEqual(none.code, 2)
      assert.match(none.err, /^There is no profile at fund-profile\.yaml\. .*init.*\n$/)

      const written = yield* fundCheck(cwd, {}, "init", "--base-url", "https://127.0.0.1:1", "--yes")
      assert.deepInclude(written, { code: 0, err: "" })
      assert.match(written.out, /idempotency: ignored.*waits for our operator.*honoured/s)
      assert.match(readFileSync(join(cwd, "fund-profile.yaml"), "utf8"), /^idempotency: ignored$/m)
      const again = yield* fundCheck(cwd, {}, "init", "--yes")
      assert.strictEqual(again.code, 2)
      assert.match(again.err, /is there already/)
      const keeps = yield* fundCheck(cwd, {}, "init", "--yes", "--force", "--idempotency", "honoured")
      assert.notInclude(keeps.out, "idempotency")
      assert.match(readFileSync(join(cwd, "fund-profile.yaml"), "utf8"), /^idempotency: honoured$/m)
      yield* fundCheck(cwd, {}, "init", "--base-url", "https://127.0.0.1:1", "--yes", "--force")

      const secretless = yield* fundCheck(cwd, { FUND_CHECK_SECRET: "" }, "run")
      assert.strictEqual(secretless.code, 2)
      assert.match(secretless.err, /Set FUND_CHECK_SECRET/)
      const away = yield* fundCheck(cwd, SECRET, "run")
      assert.strictEqual(away.code, 3)
      assert.match(away.err, /^The fund can't be reached at https:\/\/127\.0\.0\.1:1: .*\n$/)
      const unknown = yield* fundCheck(cwd, SECRET, "run", "LOKUP")
      assert.strictEqual(unknown.code, 2)
      assert.match(unknown.err, /LOOKUP/)
      assert.deepStrictEqual(readdirSync(cwd), ["fund-profile.yaml"])
    }).pipe(Effect.scoped)
  )

  it.live("init says which answers make no profile", () =>
    Effect.gen(function* () {
      const cwd = yield* folder
      const wrong = yield* fundCheck(cwd, {}, "init", "--yes", "--abn", "60905115064")
      assert.strictEqual(wrong.code, 2)
      assert.match(wrong.err, /#\/fund\/abn/)
      const offers = yield* fundCheck(cwd, {}, "init", "--yes", "--operations", "registration,dividends")
      assert.match(offers.err, /--operations: Give/)
      assert.deepStrictEqual(readdirSync(cwd), [])
    }).pipe(Effect.scoped)
  )

  it.live("csv judges a list: accepted, refused, and what to give", () =>
    Effect.gen(function* () {
      const cwd = yield* folder
      writeFileSync(join(cwd, "good.csv"), "abn,employer_number\n80000000001,E-1\n")
      writeFileSync(join(cwd, "bad.csv"), "abn,employer_number\n8.0E+10,E-1\n")
      const plain = ["csv", "good.csv", "--format", "plain"]
      const good = yield* fundCheck(cwd, {}, ...plain, "--known", "80000000001")
      assert.strictEqual(good.code, 0, good.out)
      assert.match(good.out, /^Accepted: 1 row, 1 employer,/)
      const missing = yield* fundCheck(cwd, {}, ...plain, "--known", "42000000003")
      assert.strictEqual(missing.code, 1)
      const bad = yield* fundCheck(cwd, {}, "csv", "bad.csv", "--format", "plain")
      assert.strictEqual(bad.code, 1)
      assert.match(bad.out, /line 2 .*abn_scientific_notation/)
      const formless = yield* fundCheck(cwd, {}, "csv", "good.csv")
      assert.strictEqual(formless.code, 2)
      const hashed = ["csv", "good.csv", "--format", "hashed"]
      const saltless = yield* fundCheck(cwd, {}, ...hashed, "--salt-env", "NO_SALT")
      assert.match(saltless.err, /Set NO_SALT/)
    }).pipe(Effect.scoped)
  )

  it.live("list, explain and self-test need no profile", () =>
    Effect.gen(function* () {
      const cwd = yield* folder
      const listed = yield* fundCheck(cwd, {}, "list", "--json")
      const ids = (JSON.parse(listed.out) as ReadonlyArray<{ readonly id: string }>).map(({ id }) => id)
      assert.include(ids, "VERSION-9-1")
      const explained = yield* fundCheck(cwd, {}, "explain", "version-9-1")
      assert.match(explained.out, /R-9-1/)
      assert.strictEqual((yield* fundCheck(cwd, {}, "explain", "VERSION-9-99")).code, 2)
      const tested = yield* fundCheck(cwd, {}, "self-test")
      assert.strictEqual(tested.code, 0, tested.out)
      assert.match(tested.out, /The kit runs on this machine: it passes a correct/)
      assert.deepStrictEqual(readdirSync(cwd), [])
    }).pipe(Effect.scoped)
  )

  it.live("has its verdict and no stack trace, also if nobody reads its text", () =>
    Effect.gen(function* () {
      // It answers 404 to everything.
      const port = yield* servedHere(createServer((_, response) => response.writeHead(404).end()))
      const cwd = yield* initialised(port)
      const { child, ended } = yield* inScope(() => startFundCheck(cwd, SECRET, "run", "LOOKUP"))
      child.stdout?.destroy()
      const { code, stderr } = yield* ended
      assert.deepStrictEqual([code, stderr], [1, ""])
    }).pipe(Effect.scoped)
  )

  it.live("run that is interrupted has no verdict: 130, and a sentence", () =>
    Effect.gen(function* () {
      const silent = createServer(() => {})
      const cwd = yield* initialised(yield* servedHere(silent))
      const asked = once(silent, "request")
      const { child, ended } = yield* inScope(() => startFundCheck(cwd, SECRET, "run"))
      yield* Effect.promise(() => asked)
      child.kill("SIGINT")
      const { code, stdout } = yield* ended
      assert.include(stdout, "Interrupted: there is no verdict, and no report is written.")
      assert.strictEqual(code, 130)
    }).pipe(Effect.scoped)
  )

  it.live("says what is wrong with a file that it can't use, and with the folder of its report", () =>
    Effect.gen(function* () {
      const cwd = yield* initialised(1)
      const folderAsProfile = yield* fundCheck(cwd, {}, "run", "--profile", ".")
      assert.deepInclude(folderAsProfile, {
        code: 2,
        err: ". can't be read as a file. Name a file with --profile.\n"
      })
      const inTheWay = yield* fundCheck(cwd, SECRET, "run", "--out", "fund-profile.yaml")
      assert.strictEqual(inTheWay.code, 2)
      assert.match(inTheWay.err, /^The report can't be written into .*A file is in the way\./)
      const list = yield* fundCheck(cwd, {}, "csv", ".", "--format", "plain")
      assert.match(list.err, /^\. can't be read as a file\. Name the list to judge/)
      // Root may read and write everything.
      if (process.getuid?.() === 0) return
      chmodSync(join(cwd, "fund-profile.yaml"), 0o000)
      const unreadable = yield* fundCheck(cwd, {}, "run")
      assert.match(unreadable.err, /^The file fund-profile\.yaml can't be read: this user may not\./)
      chmodSync(join(cwd, "fund-profile.yaml"), 0o644)
      mkdirSync(join(cwd, "closed"), { mode: 0o555 })
      const closed = yield* fundCheck(cwd, SECRET, "run", "--out", "closed/report")
      assert.match(closed.err, /This user may not write there\./)
    }).pipe(Effect.scoped)
  )
})
