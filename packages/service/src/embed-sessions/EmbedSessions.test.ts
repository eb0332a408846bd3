import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "node:crypto"
import { at } from "../../test/at.ts"
import { eventsOf } from "../../test/TestEvents.ts"
import { anEmployer, aSession, TestOnboarding } from "../../test/TestOnboarding.ts"
import { AppOpenings } from "../ports.ts"
import { MatchLookups } from "../default-activate/MatchLookups.ts"
import type { OpenEmbed } from "./embedSecurity.ts"
import { Employers } from "../employers/Employers.ts"
import { OnboardingSessions } from "../onboarding-sessions/OnboardingSessions.ts"
import { EmbedSessions } from "./EmbedSessions.ts"
import { EmbedUrls } from "./EmbedUrls.ts"

const NOW = "2026-11-21T00:00:00Z"

/** The embeds whose lookups have started, in their order. */
class Begun extends Context.Service<Begun, Array<OpenEmbed>>()("test/Begun") {}

const lookups = Layer.effect(
  MatchLookups,
  Effect.map(Begun, (begun) =>
    MatchLookups.of({
      begin: (embed) => Effect.sync(() => void begun.push(embed)),
      done: () => Effect.die(new Error("An opening waits for no lookup")),
      finished: () => Effect.undefined
    })
  )
)

const services = EmbedSessions.layer.pipe(
  Layer.provide(AppOpenings.layer),
  Layer.provide(lookups),
  Layer.provideMerge(Layer.sync(Begun, () => [])),
  Layer.provideMerge(TestOnboarding.layer)
)

/** A random secret by which a frame is recognised. */
const anOpener = () => Redacted.make(randomBytes(16).toString("base64url")) as S.EmbedOpener

/** The embed URL of a new employer's settings. */
const anAddress = Effect.gen(function* () {
  const { employerId, productId } = yield* anEmployer()
  const { embed_url } = yield* (yield* EmbedUrls).make({
    app: "super_settings",
    entityId: employerId,
    userSessionId: "user-77",
    validUntil: undefined
  })
  return { employerId, productId, embed_url }
})

const open = (embed_url: S.EmbedUrl, opener = anOpener()) =>
  Effect.flatMap(EmbedSessions, (sessions) => sessions.open({ embed_url, opener }))
const refusal = (url: S.EmbedUrl, opener?: S.EmbedOpener) =>
  Effect.map(Effect.flip(open(url, opener)), ({ code }) => code)
const callerOf = ({ token }: S.EmbedSession) =>
  Effect.flatMap(EmbedSessions, (sessions) => sessions.authenticate(token))

layer(services, { excludeTestServices: true })("opening an embed", (it) => {
  it.effect("exchanges the URL for a token that is bound to one employer", () =>
    Effect.gen(function* () {
      const { employerId, embed_url, productId } = yield* anAddress
      const session = yield* open(embed_url)
      assert.deepInclude(session, {
        app: "super_settings",
        entity_id: employerId,
        expires_at: "2026-11-21T12:00:00.000Z",
        idle_timeout_seconds: 3600,
        sandboxed: true,
        target_origins: ["https://payroll.example.com"]
      } as object)
      const caller = Option.getOrThrow(yield* callerOf(session))
      assert.deepInclude(caller, { app: "super_settings", entity_id: employerId, product_id: productId })
      const { data } = yield* (yield* Employers).get(productId, employerId)
      assert.strictEqual(data.last_activity_at as string, "2026-11-21T00:00:00.000Z")
    }).pipe(at(NOW))
  )

  it.effect("counts as progress the first time that an onboarding session is opened [R-3-10]", () =>
    Effect.gen(function* () {
      const session = yield* aSession()
      const sessions = yield* OnboardingSessions
      const again = () =>
        Effect.flatMap(sessions.generateEmbedUrl(session.productId, session.id, {}), (made) =>
          open(made.embed_url)
        )
      yield* again()
      yield* again()
      const { data } = yield* sessions.get(session.productId, session.id)
      assert.strictEqual(data.data_delivery_state, "collect_identity")
      assert.lengthOf(yield* eventsOf(session.id), 1)
    }).pipe(at(NOW))
  )

  it.effect("works once, and for a reload of the same frame within five minutes, which ends its token", () =>
    Effect.gen(function* () {
      const { embed_url } = yield* anAddress
      const opener = anOpener()
      const first = yield* open(embed_url, opener).pipe(at("2026-11-21T00:29:00Z"))
      const second = yield* open(embed_url, opener).pipe(at("2026-11-21T00:34:00Z"))
      assert.isTrue(Option.isNone(yield* callerOf(first)))
      assert.isTrue(Option.isSome(yield* callerOf(second)))
      assert.strictEqual(second.expires_at, first.expires_at)
      const late = refusal(embed_url, opener).pipe(at("2026-11-21T00:34:01Z"))
      assert.strictEqual(yield* late, "embed_url_used")
    }).pipe(at(NOW))
  )

  it.effect("is refused to any other frame at once, and the frame that used the URL still works", () =>
    Effect.gen(function* () {
      const { embed_url } = yield* anAddress
      const own = anOpener()
      const first = yield* open(embed_url, own)
      assert.strictEqual(yield* refusal(embed_url), "embed_url_used")
      assert.isTrue(Option.isSome(yield* callerOf(first)))
      // A refusal to another frame doesn't affect the first: its own reload still works.
      assert.isTrue(Option.isSome(yield* callerOf(yield* open(embed_url, own))))
    }).pipe(at(NOW))
  )

  it.effect("at the same moment, is one frame's: all others are refused", () =>
    Effect.gen(function* () {
      const { embed_url } = yield* anAddress
      const tries = yield* Effect.all(
        Array.from({ length: 6 }, () => Effect.result(open(embed_url))),
        { concurrency: "unbounded" }
      )
      const opened = tries.flatMap((result) => (Result.isSuccess(result) ? [result.success] : []))
      assert.lengthOf(opened, 1)
      for (const session of opened) assert.isTrue(Option.isSome(yield* callerOf(session)))
      for (const result of tries) {
        if (Result.isFailure(result)) assert.strictEqual(result.failure.code, "embed_url_used")
      }
    }).pipe(at(NOW))
  )

  it.effect("that was opened before there were openers is refused to every frame", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { embed_url } = yield* anAddress
      const opener = anOpener()
      const first = yield* open(embed_url, opener)
      yield* sql`UPDATE embed_sessions SET opener_hash = NULL`
      assert.strictEqual(yield* refusal(embed_url, opener), "embed_url_used")
      assert.isTrue(Option.isSome(yield* callerOf(first)))
    }).pipe(at(NOW))
  )

  it.effect("begins the lookup of an employer's matches, the first time alone [R-1-17]", () =>
    Effect.gen(function* () {
      const begun = yield* Begun
      const { employerId, embed_url, productId } = yield* anAddress
      const opener = anOpener()
      const session = yield* open(embed_url, opener)
      const { embed_session_id } = Option.getOrThrow(yield* callerOf(session))
      yield* open(embed_url, opener)
      yield* refusal(embed_url)
      const own = begun.filter((embed) => embed.employerId === employerId)
      assert.deepStrictEqual(own, [{ productId, employerId, embedSessionId: embed_session_id }])
      const before = begun.length
      const onboarding = yield* aSession()
      const made = yield* (yield* OnboardingSessions).generateEmbedUrl(
        onboarding.productId,
        onboarding.id,
        {}
      )
      yield* open(made.embed_url)
      assert.lengthOf(begun, before)
    }).pipe(at(NOW))
  )

  it.effect("is refused after its time, and when anything of the URL was changed", () =>
    Effect.gen(function* () {
      const { embed_url, employerId } = yield* anAddress
      assert.strictEqual(yield* refusal(embed_url).pipe(at("2026-11-21T00:30:01Z")), "embed_url_expired")
      const other = yield* anEmployer()
      const changed = Redacted.value(embed_url).replace(employerId, other.employerId)
      assert.strictEqual(yield* refusal(Redacted.make(changed) as S.EmbedUrl), "embed_url_invalid")
    }).pipe(at(NOW))
  )

  it.effect("keeps neither the URL nor the token nor the opener", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { embed_url } = yield* anAddress
      const opener = anOpener()
      const { token } = yield* open(embed_url, opener)
      const rows = yield* sql`SELECT e::text AS row FROM embed_sessions e`
      assert.notInclude(JSON.stringify(rows), Redacted.value(opener))
      assert.notInclude(
        JSON.stringify(rows),
        Buffer.from(Redacted.value(opener), "base64url").toString("hex")
      )
      assert.notInclude(JSON.stringify(rows), Redacted.value(token))
      assert.notInclude(
        JSON.stringify(rows),
        new URL(Redacted.value(embed_url)).searchParams.get("signed") ?? ""
      )
      assert.strictEqual(String(token), "<redacted>")
    }).pipe(at(NOW))
  )
})

layer(services, { excludeTestServices: true })("the token of an embed", (it) => {
  it.effect("ends after 60 minutes without a call", () =>
    Effect.gen(function* () {
      const { embed_url } = yield* anAddress
      const session = yield* open(embed_url)
      assert.isTrue(Option.isSome(yield* callerOf(session).pipe(at("2026-11-21T00:59:59Z"))))
      assert.isTrue(Option.isSome(yield* callerOf(session).pipe(at("2026-11-21T01:59:58Z"))))
      assert.isTrue(Option.isNone(yield* callerOf(session).pipe(at("2026-11-21T02:59:58Z"))))
    }).pipe(at(NOW))
  )

  it.effect("isn't written again within 30 seconds of a use, and is kept alive by a later one", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { embed_url } = yield* anAddress
      const session = yield* open(embed_url)
      const writtenAt = (time: string) =>
        Effect.gen(function* () {
          assert.isTrue(Option.isSome(yield* callerOf(session).pipe(at(time))))
          const [row] = yield* sql<{ last_used_at: Date }>`SELECT last_used_at FROM embed_sessions
            WHERE entity_id = ${session.entity_id}`
          return row?.last_used_at.toISOString()
        })
      assert.strictEqual(yield* writtenAt("2026-11-21T00:00:29Z"), "2026-11-21T00:00:00.000Z")
      assert.strictEqual(yield* writtenAt("2026-11-21T00:00:31Z"), "2026-11-21T00:00:31.000Z")
      assert.strictEqual(yield* writtenAt("2026-11-21T01:00:30Z"), "2026-11-21T01:00:30.000Z")
    }).pipe(at(NOW))
  )

  it.effect("ends after 12 hours in any case", () =>
    Effect.gen(function* () {
      const { embed_url } = yield* anAddress
      const session = yield* open(embed_url)
      for (let minutes = 45; minutes < 12 * 60; minutes += 45) {
        const time = new Date(Date.parse(NOW) + minutes * 60_000).toISOString()
        assert.isTrue(Option.isSome(yield* callerOf(session).pipe(at(time))), time)
      }
      assert.isTrue(Option.isNone(yield* callerOf(session).pipe(at("2026-11-21T12:00:00Z"))))
    }).pipe(at(NOW))
  )

  it.effect("is deleted after its expiry", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { embed_url } = yield* anAddress
      yield* open(embed_url)
      const sessions = yield* EmbedSessions
      yield* sessions.removeEnded.pipe(at("2026-11-21T11:59:59Z"))
      assert.isNotEmpty(yield* sql`SELECT 1 FROM embed_sessions`)
      yield* sessions.removeEnded.pipe(at("2026-11-21T12:00:00Z"))
      assert.isEmpty(yield* sql`SELECT 1 FROM embed_sessions`)
    }).pipe(at(NOW))
  )
})
