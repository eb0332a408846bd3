import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Redacted from "effect/Redacted"
import { projectRoot } from "./projectRoot.ts"
import { type Flags, requireInstanceFile, requirePublicBaseUrl, Settings } from "./Settings.ts"
import { DatabaseUrl } from "../database/DatabaseUrl.ts"
import { anInstanceFile } from "../../../test/TestSettings.ts"

const under = (env: Record<string, string>, flags: Flags = {}) =>
  Layer.provide(Settings.layer(flags), ConfigProvider.layer(ConfigProvider.fromEnv({ env })))
const read = (env: Record<string, string>, flags: Flags = {}) =>
  Effect.provide(Effect.service(Settings), under(env, flags))
const check = (env: Record<string, string>, flags: Flags = {}) =>
  Effect.provide(requirePublicBaseUrl, under(env, flags))

describe("Settings", () => {
  it.effect("needs nothing", () =>
    Effect.gen(function* () {
      const settings = yield* read({})
      assert.strictEqual(settings.port, 4000)
      assert.strictEqual(settings.baseUrl, "http://localhost:4000")
      assert.strictEqual(settings.dataDir, join(projectRoot, ".data"))
      assert.deepStrictEqual(settings.rateLimit, { perMinute: 600, burst: 50 })
      assert.deepStrictEqual(settings.timeouts, {
        request: Duration.seconds(20),
        lookup: Duration.millis(2500),
        statement: Duration.seconds(10),
        lock: Duration.seconds(5),
        backgroundStatement: Duration.minutes(15)
      })
      assert.deepStrictEqual(settings.shutdownDelay, Duration.seconds(5))
      const caFile = Option.none()
      assert.deepStrictEqual(settings.connections, { pool: 10, pooler: "none", caFile })
    })
  )

  it.effect(
    "the size of the pool and the pooler's mode can be set; a command that needs few connections has few",
    () =>
      Effect.gen(function* () {
        const env = { DATABASE_POOL: "30", DATABASE_POOLER: "transaction", DATABASE_CA_FILE: "/etc/ca.pem" }
        const rest = { pooler: "transaction", caFile: Option.some("/etc/ca.pem") }
        assert.deepStrictEqual((yield* read(env)).connections, { pool: 30, ...rest })
        assert.deepStrictEqual((yield* read(env, { pool: 2 })).connections, { pool: 2, ...rest })
      })
  )

  it.effect.each([
    [{}, {}, "on"],
    [{ OUTGOING: "on" }, {}, "on"],
    [{ OUTGOING: "off" }, {}, "off"],
    [{ OUTGOING: "off" }, { outgoing: true }, "off"],
    [{ OUTGOING: "on" }, { outgoing: false }, "off"],
    [{ OUTGOING: "across-failovers" }, { outgoing: true }, "across-failovers"]
  ] as const)("OUTGOING %o and flags %o: outgoing work is %s", ([env, flags, expected]) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* read(env, flags)).outgoing, expected)
    })
  )

  it.effect("a secret is read from the file of its variable with _FILE, which only its owner may read", () =>
    Effect.gen(function* () {
      const folder = mkdtempSync(join(tmpdir(), "secrets-"))
      yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(folder, { recursive: true })))
      const file = join(folder, "url")
      const url = "postgres://u:p@db.example:5432/d"
      const database = (env: Record<string, string>) =>
        Effect.provide(
          Effect.service(DatabaseUrl),
          DatabaseUrl.fromEnvironment.pipe(
            Layer.fresh,
            Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env })))
          )
        )
      writeFileSync(file, `${url}\n`, { mode: 0o600 })
      assert.strictEqual(Redacted.value(yield* database({ DATABASE_URL_FILE: file })), url)
      const both = yield* Effect.flip(database({ DATABASE_URL_FILE: file, DATABASE_URL: url }))
      assert.strictEqual(both.problem, "DATABASE_URL and DATABASE_URL_FILE are both set.")
      const missing = yield* Effect.flip(database({ DATABASE_URL_FILE: join(folder, "none") }))
      assert.include(missing.problem, "The file of DATABASE_URL_FILE can't be used: it isn't there")
      writeFileSync(file, "smtps://u:p@mail.example.com\n")
      const { smtpUrl } = yield* read({ SMTP_URL_FILE: file })
      assert.strictEqual(Redacted.value(Option.getOrThrow(smtpUrl)), "smtps://u:p@mail.example.com")
      const wrong = yield* Effect.flip(database({ DATABASE_URL_FILE: file }))
      assert.include(wrong.problem, "The file of DATABASE_URL_FILE doesn't hold an address")
      assert.notInclude(wrong.message, "mail.example.com")
      chmodSync(file, 0o644)
      const open = yield* Effect.flip(read({ SMTP_URL_FILE: file }))
      assert.include(open.problem, "everybody on this machine can read it")
    }).pipe(Effect.scoped)
  )

  it.effect("with --dev the shutdown waits for no load balancer, unless SHUTDOWN_DELAY is set", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* read({}, { dev: true })).shutdownDelay, Duration.zero)
      const explicit = yield* read({ SHUTDOWN_DELAY: "7" }, { dev: true })
      assert.deepStrictEqual(explicit.shutdownDelay, Duration.seconds(7))
    })
  )

  it.effect("the command line wins over the environment, and an empty variable counts as unset", () =>
    Effect.gen(function* () {
      const settings = yield* read({ PORT: "5000", BASE_URL: "" }, { dev: true, port: Option.some(6000) })
      assert.deepStrictEqual(
        [settings.port, settings.baseUrl, settings.host],
        [6000, "http://localhost:6000", "127.0.0.1"]
      )
    })
  )

  it.effect("port 0 is a free port, which is also in the service's address", () =>
    Effect.gen(function* () {
      const { baseUrl, port } = yield* read({ PORT: "0", HOST: "127.0.0.1" })
      assert.isAbove(port, 0)
      assert.strictEqual(baseUrl, `http://localhost:${port}`)
    })
  )

  it.effect.each([
    [{ PORT: "http" }, "PORT is not a port, a whole number from 0 to 65535."],
    [{ PORT: "65536" }, "PORT is not a port, a whole number from 0 to 65535."],
    [{ BASE_URL: "https://example.com/api" }, "BASE_URL is not an origin such as https://api.example.com."],
    [
      { RATE_LIMIT_PER_MINUTE: "fast" },
      "RATE_LIMIT_PER_MINUTE is not a whole number of requests, or 0 for no limit."
    ],
    [{ REQUEST_TIMEOUT: "0" }, "REQUEST_TIMEOUT is not a whole number of seconds from 1 to 86400."],
    [{ DATABASE_POOL: "3" }, "DATABASE_POOL is not a whole number of connections from 4 to 500."],
    [{ DATABASE_POOL: "many" }, "DATABASE_POOL is not a whole number of connections from 4 to 500."],
    [
      { DATABASE_POOLER: "session" },
      'DATABASE_POOLER is not "none" or "transaction", the mode of the pooler before PostgreSQL.'
    ],
    [{ SHUTDOWN_DELAY: "5s" }, "SHUTDOWN_DELAY is not a whole number of seconds from 0 to 86400."],
    [
      { SMTP_URL: "http://user:hunter2@host" },
      "SMTP_URL is not an address such as smtps://user:password@mail.example.com."
    ]
  ] as ReadonlyArray<[Record<string, string>, string]>)("%j is refused in one sentence", ([env, sentence]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(read(env))
      assert.strictEqual(error.problem, sentence)
      assert.notInclude(error.message, "hunter2")
    })
  )

  it.effect("funds have 2.5 seconds for a lookup; another time is for development alone", () =>
    Effect.gen(function* () {
      const longer = { LOOKUP_TIMEOUT: "60" }
      const lookups = yield* Effect.all([read({}), read(longer), read(longer, { dev: true })])
      assert.deepStrictEqual(
        lookups.map(({ timeouts }) => Duration.toMillis(timeouts.lookup)),
        [2500, 2500, 60_000]
      )
    })
  )

  it.effect("a service needs its public https address, unless in development", () =>
    Effect.gen(function* () {
      assert.include((yield* Effect.flip(check({}))).remedy, "BASE_URL")
      yield* check({ BASE_URL: "https://api.example.com/" })
      yield* check({}, { dev: true })
    })
  )

  it.effect("a service needs its instance file, and a sample stands in for it in development", () =>
    Effect.gen(function* () {
      const required = (env: Record<string, string>, flags: Flags = {}) =>
        Effect.provide(requireInstanceFile, under(env, flags))
      assert.include((yield* Effect.flip(required({}))).problem, "INSTANCE_FILE isn't set")
      yield* required({}, { dev: true })
      const sample = yield* read({}, { dev: true, port: Option.some(6001) })
      assert.isFalse(sample.isInstanceOwn)
      assert.strictEqual(sample.instance.docs_url, "http://localhost:6001/docs")
      const folder = mkdtempSync(join(tmpdir(), "instance-"))
      const file = join(folder, "instance.yaml")
      writeFileSync(file, anInstanceFile())
      const env = { INSTANCE_FILE: file }
      yield* required(env)
      const own = yield* read(env)
      assert.isTrue(own.isInstanceOwn)
      assert.strictEqual(own.instance.operator.legal_name, "Operator in Tests Pty Ltd")
      writeFileSync(file, anInstanceFile({ docs_url: "https://docs.embedded-super.example" }))
      const refused = yield* Effect.flip(read(env))
      assert.include(refused.problem, "is refused, with one mistake:\n  #/docs_url  It is a placeholder.")
      yield* read(env, { dev: true })
      rmSync(folder, { recursive: true })
      assert.include((yield* Effect.flip(read(env))).problem, "can't be read")
    })
  )
})

const urlUnder = (env: Record<string, string>) =>
  Effect.service(DatabaseUrl).pipe(
    Effect.provide(
      Layer.provide(DatabaseUrl.fromEnvironment, ConfigProvider.layer(ConfigProvider.fromEnv({ env })))
    )
  )

describe("DATABASE_URL", () => {
  it.effect("is redacted", () =>
    Effect.gen(function* () {
      const url = yield* urlUnder({ DATABASE_URL: "postgres://user:hunter2@host/db" })
      assert.notInclude(JSON.stringify(url), "hunter2")
      assert.strictEqual(Redacted.value(url), "postgres://user:hunter2@host/db")
    })
  )

  it.effect("of another kind of database is refused in one sentence, without the password", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(urlUnder({ DATABASE_URL: "mysql://user:hunter2@host/db" }))
      assert.strictEqual(
        error.problem,
        "DATABASE_URL is not an address such as postgres://user:password@host:5432/database."
      )
      assert.notInclude(error.message, "hunter2")
    })
  )
})
