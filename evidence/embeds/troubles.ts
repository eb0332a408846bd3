/** Troubles of the real service, and of a browser, as a test makes them: each by the cause that it has in production. */
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { mkdtempSync, rmSync } from "node:fs"
import { mkdir, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { BrowserContext } from "playwright-core"
import { launchIn, en } from "@embedded-super/embed/testing"
import { signEmbedUrl } from "@embedded-super/service/onboarding"
import { Vault } from "@embedded-super/service/platform"
import { TestVault } from "@embedded-super/service/testing/stand-ins"
import { anOpener } from "@embedded-super/contract-tests/onboarding/flows"
import type { Payroll } from "@embedded-super/contract-tests/embeds/startPayroll"
import type { Frame } from "@embedded-super/contract-tests/embeds/frame"

/**
 * Settings of the service that make a trouble short: after a burst that no walk uses up, one more request is allowed every ten
 * seconds, and no statement waits longer than a second for a lock.
 */
export const soonInTrouble = {
  RATE_LIMIT_PER_MINUTE: "6",
  RATE_LIMIT_BURST: "10000",
  LOCK_TIMEOUT: "1"
}
const BURST_SECONDS = 100_000

/** The opened embeds of an entity have used up their burst, so the service answers 429. */
export const useUpRate = ({ service }: Payroll, entityId: string): Promise<unknown> =>
  service.database.query(
    `INSERT INTO rate_limits (owner_id, full_at)
     SELECT id, platform_now() + interval '${BURST_SECONDS} seconds' FROM embed_sessions WHERE entity_id = '${entityId}'
     ON CONFLICT (owner_id) DO UPDATE SET full_at = EXCLUDED.full_at`
  )

export const restoreRate = ({ service }: Payroll): Promise<unknown> =>
  service.database.query("DELETE FROM rate_limits")

/**
 * Another transaction holds a lock that each call of a frame needs, as a migration may, so the service answers 503 after its
 * `LOCK_TIMEOUT`. The connection of these queries is one only: the transaction stays open until `unlock`.
 */
export const lock = async ({ service }: Payroll): Promise<void> => {
  await service.database.query("BEGIN")
  await service.database.query("LOCK TABLE embed_sessions IN ACCESS EXCLUSIVE MODE")
}

export const unlock = ({ service }: Payroll): Promise<unknown> => service.database.query("ROLLBACK")

/** A token that wasn't used for an hour, and has ended. */
export const letTokensEnd = ({ service }: Payroll, entityId: string): Promise<unknown> =>
  service.database.query(
    `UPDATE embed_sessions SET last_used_at = last_used_at - interval '61 minutes' WHERE entity_id = '${entityId}'`
  )

const HOUR = 3_600_000

/** A URL of a session that expired an hour ago, unused: signed here as the service does, which makes none that has expired. */
export const expiredUrl = ({ service }: Payroll, sessionId: string): Promise<string> => {
  const database = PgClient.layer({ url: Redacted.make(service.database.url), maxConnections: 1 })
  const validUntil = new Date(Date.now() - HOUR).toISOString()
  const claims = { app: "onboarding", entityId: sessionId, userSessionId: undefined } as const
  return Effect.map(Vault, ({ fingerprint }) =>
    signEmbedUrl(service.url, { ...claims, validUntil, nonce: anOpener() }, (text) =>
      fingerprint("embed url", text)
    )
  ).pipe(Effect.provide(TestVault.layer.pipe(Layer.provide(database))), Effect.runPromise)
}

/** A browser whose settings block all site data, as a person can choose: every use of a storage throws. */
export const browserWithoutSiteData = async (): Promise<{
  readonly context: BrowserContext
  readonly close: () => Promise<void>
}> => {
  const folder = mkdtempSync(join(tmpdir(), "embedded-super-browser-"))
  const BLOCK = 2
  await mkdir(join(folder, "Default"))
  await writeFile(
    join(folder, "Default", "Preferences"),
    JSON.stringify({ profile: { default_content_setting_values: { cookies: BLOCK } } })
  )
  const context = await launchIn(folder)
  return {
    context,
    close: async () => {
      await context.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

const { common } = en

/** Every sentence about an interruption. */
const sentences: ReadonlyArray<string> = [
  common.offline,
  common.tooFast,
  common.changed,
  common.notSaved,
  common.failed,
  ...Object.values(common.stopped).map(({ title }) => title)
]

/** Those that a screen shows. */
export const sentencesOn = async (frame: Frame): Promise<ReadonlyArray<string>> => {
  const text = await frame.locator("main").innerText()
  const found = sentences.filter((sentence) => text.includes(sentence))
  return found.filter((one) => !found.some((other) => other !== one && other.includes(one)))
}
