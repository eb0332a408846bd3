import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { FundCredentials, FundProfiles } from "@embedded-super/service/funds"
import { aFundProfile, aMySuper } from "@embedded-super/rules/testing"
import type { SceneFund } from "./SceneFund.ts"
import { KEYS, type Scene } from "./scenes.ts"

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
