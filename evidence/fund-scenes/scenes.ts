import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { aFundProfile, aMySuper } from "@embedded-super/rules/testing"
import { FundCredentials, FundProfiles } from "@embedded-super/service/funds"
import { accept, type Play, type SceneCall, type SceneFund } from "./SceneFund.ts"

/** The operator's act after the fund has recovered; one act for the whole fund. */
export type OperatorAct =
  | "new credentials"
  | "renewed certificate"
  | "lift"
  | "release"
  | "numbers from one file"

/** A fund's behaviour towards forty employees, or employers, at once. */
export interface Scene {
  readonly title: string
  readonly idempotency: "honoured" | "ignored"
  readonly tls?: true
  /** Creates the reaction for one run. `start` is the moment of the first call. */
  readonly fund: () => (call: SceneCall) => Play
  /**
   * The act that ends the scene; if absent, the scene ends without one. Some of these acts are the fund's own, or made
   * on
   * its request.
   */
  readonly after?: OperatorAct
  /**
   * Whether `after` is an operator's intervention. If so, only those entered before it count as entered without an
   * operator; otherwise all those entered by the end do.
   */
  readonly needsOperator?: true
}

export const KEYS = { old: "o".repeat(40), changed: "n".repeat(40) }

const MINUTE = 60_000

const limited = (retryAfter: string): Play => ({ play: "answer", status: 429, retryAfter })

const refusing = (status: number) => () => (call: SceneCall) =>
  call.credential === KEYS.changed ? accept : ({ play: "answer", status } as const)

/** Fails for that long after its first call. */
const down = (millis: number) => () => {
  let until = 0
  return ({ now }: SceneCall): Play => {
    if (until === 0) until = now + millis
    return now < until ? { play: "answer", status: 503 } : accept
  }
}

/** Answers 429 once, with this Retry-After, and accepts every later call. */
const once = (retryAfter: () => string) => () => (call: SceneCall) =>
  call.nth === 1 ? limited(retryAfter()) : accept

/** Accepts one call per second of its time. */
const onePerSecond = () => {
  let free = 0
  return ({ now }: SceneCall): Play => {
    if (now < free) return limited("1")
    free = now + 1000
    return accept
  }
}

const reset = () => (call: SceneCall) =>
  call.isRepeat ? accept : ({ play: "reset after the work" } as const)

export const scenes: ReadonlyArray<Scene> = [
  { title: "401 and new credentials", idempotency: "ignored", fund: refusing(401), after: "new credentials" },
  { title: "403 and new credentials", idempotency: "ignored", fund: refusing(403), after: "new credentials" },
  {
    title: "429 of 1 s",
    idempotency: "ignored",
    fund: () => (call) => (call.nth <= 20 ? limited("1") : accept)
  },
  { title: "429 of 2 h", idempotency: "ignored", fund: once(() => "7200") },
  {
    title: "429 with epoch seconds",
    idempotency: "ignored",
    fund: once(() => String(Math.round(Date.now() / 1000) + 30)),
    after: "lift",
    needsOperator: true
  },
  { title: "one call a second", idempotency: "ignored", fund: onePerSecond },
  { title: "503 for 3 minutes", idempotency: "ignored", fund: down(3 * MINUTE) },
  {
    title: "503 for 10 minutes",
    idempotency: "ignored",
    fund: down(10 * MINUTE),
    after: "release",
    needsOperator: true
  },
  {
    title: "certificate expired and renewed",
    idempotency: "ignored",
    tls: true,
    fund: () => () => accept,
    after: "renewed certificate"
  },
  { title: "reset after the work, key honoured", idempotency: "honoured", fund: reset },
  {
    title: "reset after the work, key ignored",
    idempotency: "ignored",
    fund: reset,
    after: "numbers from one file",
    needsOperator: true
  }
]

let made = 0

/** Loads a fund of the scene with proven credentials: an earlier call succeeded with them. */
export const loadSceneFund = Effect.fnUntraced(function* (
  server: Pick<SceneFund, "origin">,
  { idempotency }: Pick<Scene, "idempotency">,
  ca_certificate?: string
) {
  made += 1
  const sql = yield* SqlClient.SqlClient
  const usi = `SCN${String(made).padStart(4, "0")}AU`
  const profile = aFundProfile({
    fund: { slug: `scene-${made}`, name: `Scene ${made}`, abn: "60905115063" },
    products: [aMySuper(usi)],
    default_activate_usi: usi,
    operations: {
      member_registration: { url: `${server.origin}/v1/member_registration`, usi },
      employer_details: {
        delivery: "api",
        url: `${server.origin}/v1/employer_details`,
        form: { fields: {}, custom_questions: [] }
      }
    },
    idempotency,
    ...(ca_certificate === undefined ? {} : { ca_certificate })
  })
  const { fund } = yield* (yield* FundProfiles).load(profile)
  yield* (yield* FundCredentials).replace(fund.slug, Redacted.make(KEYS.old))
  yield* sql`INSERT INTO fund_gates (fund_id, window_from, proven) VALUES (${fund.id}, platform_now(), 1)`
  return fund
})
