import type * as S from "@embedded-super/contracts/schemas"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Settings } from "../platform/config/Settings.ts"
import { firstRow, hasRow } from "../platform/database/rows.ts"

/** The result of a lookup: when it finished, and how many linked funds it didn't ask. */
export interface FinishedLookup {
  readonly finished_at: Date
  readonly funds_not_asked: number
}

/**
 * The SQL statements on the lookups that start when employers' embeds are opened. A claim limits the work of a process,
 * so it expires by true time, not by the platform's.
 */
export const matchLookupsRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { timeouts } = yield* Settings
  /** How long a claim is valid, in seconds: an older unfinished lookup was lost with its process. */
  const claimedFor = Duration.toSeconds(timeouts.lookup) + 1

  return {
    /** Claims the lookup. Returns false if it is finished, or if another claim on it is valid. */
    claim: (id: S.EmbedSessionId, claim: string) =>
      hasRow(sql`INSERT INTO match_lookups AS l (embed_session_id, claim, claimed_until)
        VALUES (${id}, ${claim}, clock_timestamp() + ${claimedFor} * interval '1 second')
        ON CONFLICT (embed_session_id) DO UPDATE SET claim = excluded.claim, claimed_until = excluded.claimed_until
          WHERE l.finished_at IS NULL AND l.claimed_until <= clock_timestamp()
        RETURNING embed_session_id`),

    finish: (id: S.EmbedSessionId, claim: string, fundsNotAsked: number) =>
      sql`UPDATE match_lookups SET finished_at = platform_now(), funds_not_asked = ${fundsNotAsked}
        WHERE embed_session_id = ${id} AND claim = ${claim} AND finished_at IS NULL`,

    /** Ends the claim on an unfinished lookup, so that another process needn't wait until it expires. */
    release: (id: S.EmbedSessionId, claim: string) =>
      sql`UPDATE match_lookups SET claimed_until = clock_timestamp()
        WHERE embed_session_id = ${id} AND claim = ${claim} AND finished_at IS NULL`,

    finished: (id: S.EmbedSessionId) =>
      firstRow(sql<FinishedLookup>`SELECT finished_at, funds_not_asked FROM match_lookups
        WHERE embed_session_id = ${id} AND finished_at IS NOT NULL`)
  }
})
