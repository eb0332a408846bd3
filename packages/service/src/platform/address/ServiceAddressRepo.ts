import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Settings } from "../config/Settings.ts"

/** Stores the address of a process that starts to serve; the last process to start wins. */
export const keepServiceAddress = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { baseUrl } = yield* Settings
  yield* sql`INSERT INTO service_address (base_url, served_at) VALUES (${baseUrl}, platform_now())
    ON CONFLICT (is_only) DO UPDATE SET base_url = excluded.base_url, served_at = excluded.served_at`
})

/** The address at which the service runs; undefined if no process has served from this database yet. */
export const servedAddress = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [served] = yield* sql<{ base_url: string }>`SELECT base_url FROM service_address`
  return served?.base_url
})

/**
 * A path of the service for people, with the address at which the service runs, possibly in a process with other
 * settings. If no process has served from this database yet, only the path.
 */
export const publishedAt = Effect.fn("publishedAt")(function* (path: string) {
  const address = yield* servedAddress
  return address === undefined ? `${path} of the service` : `${address}${path}`
})
