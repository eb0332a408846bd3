/**
 * The everyday questions on a full database: 100,000 registrations wait, as many webhooks are due, and a million jobs have
 * ended. Each command of the page is a process of its own, and answers within two seconds, or within three bare starts.
 *
 * `ANSWERS=file` keeps each question with its command, its seconds and what it printed, for a person to read.
 */
import { freePort } from "@embedded-super/program/freePorts"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { writeFileSync } from "node:fs"
import process from "node:process"
import { aFile, program } from "../../test/admin.ts"
import { flood, floodOfCalls, floodOfJobs, floodOfWebhooks } from "../../test/flood.ts"
import { aDatabaseToAsk, argumentsOf, readQuestions, TestQuestions } from "../../test/questions.ts"
import { anInstanceFile } from "../../test/TestSettings.ts"
import { DatabaseUrl } from "../platform/database/DatabaseUrl.ts"

const MANY = 100_000
const JOBS = 1_000_000

/** For the whole test: on a busy machine a start takes seconds. */
const LONGEST = 600_000

/** Seconds; and on a machine with much else to do, how many bare starts of the program. */
const LIMIT = 2
const STARTS = 3

/** The program as the page starts it, and how long it took. */
const timed = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const began = performance.now()
    const { code, stderr, stdout } = yield* (yield* program(args, env)).ended
    return { code, output: stdout + stderr, seconds: (performance.now() - began) / 1000 }
  }).pipe(Effect.scoped)

layer(TestQuestions.layer, { excludeTestServices: true })(
  "the everyday questions, on a full database",
  (it) => {
    it.effect(
      "are answered within two seconds each",
      () =>
        Effect.gen(function* () {
          const fs = yield* FileSystem.FileSystem
          const sql = yield* SqlClient.SqlClient
          const { asked, lateDelivery, session } = yield* aDatabaseToAsk
          yield* flood(floodOfCalls(session, MANY), floodOfWebhooks(lateDelivery, MANY), floodOfJobs(JOBS))
          yield* sql`ANALYZE`
          const port = yield* Effect.promise(freePort)
          const env = {
            DATABASE_URL: Redacted.value(yield* DatabaseUrl),
            DATA_DIR: yield* fs.makeTempDirectoryScoped(),
            MASTER_KEY_FILE: yield* aFile(Buffer.alloc(32, 7).toString("base64")),
            INSTANCE_FILE: yield* aFile(anInstanceFile()),
            BASE_URL: "https://api.example.com",
            HOST: "127.0.0.1",
            PORT: String(port),
            OUTGOING: "off"
          }
          // The first start of a version compiles it.
          yield* timed(["--version"], env)
          const bare: Array<number> = []
          const took: Array<readonly [what: string, seconds: number]> = []
          const found: Array<string> = []
          const wrong: Array<string> = []
          for (const { commands, number, question } of readQuestions()) {
            found.push(`## ${number}. ${question}`)
            bare.push((yield* timed(["--version"], env)).seconds)
            for (const [at, command] of commands.entries()) {
              const one = asked[number]?.[at] ?? { shows: "" }
              const { code, output, seconds } = yield* timed(["admin", ...argumentsOf(command, one)], env)
              found.push(
                `\`admin ${command}\`: ${seconds.toFixed(2)} s, exit ${code}`,
                `\`\`\`text\n${output.slice(0, 1500)}\`\`\``
              )
              took.push([`${number}. admin ${command}`, seconds])
              if (code !== (one.code ?? 0) || !output.includes(one.shows))
                wrong.push(`${number}. admin ${command}: exit ${code}, without "${one.shows}"`)
            }
          }
          const serve = yield* program(["serve"], env)
          yield* serve.says("Serving")
          for (const page of readQuestions().flatMap(({ pages }) => pages)) {
            const began = performance.now()
            const { status } = yield* Effect.promise(() => fetch(`http://127.0.0.1:${port}${page}`))
            const seconds = (performance.now() - began) / 1000
            found.push(`\`GET ${page}\`: ${seconds.toFixed(2)} s, ${status}`)
            took.push([`GET ${page}`, seconds])
            if (status !== 200) wrong.push(`GET ${page}: ${status}`)
          }
          // The slowest of them is a start beside as much other work as any command had.
          const start = Math.max(...bare)
          const limit = Math.max(LIMIT, STARTS * start)
          wrong.push(
            ...took.filter(([, seconds]) => seconds > limit).map(([what, seconds]) => `${what}: ${seconds} s`)
          )
          const title = `Bare starts (\`--version\`) took ${Math.min(...bare).toFixed(2)} to ${start.toFixed(2)} s.`
          const file = process.env["ANSWERS"]
          if (file !== undefined) writeFileSync(file, `${[title, ...found].join("\n\n")}\n`)
          assert.deepStrictEqual(wrong, [], title)
        }),
      LONGEST
    )
  }
)
