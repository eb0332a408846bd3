import type * as S from "@embedded-super/contracts/schemas"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { LOOKUP_BUDGET } from "../funds/client/FundOperation.ts"

/** What came of a lookup: when it was finished, and how many linked funds it didn't ask. */
export interface FinishedLookup {
  readonly finished_at: Date
  readonly funds_not_asked: number
}

/** After this long a lookup that isn't finished was lost with its process. */
const CLAIMED_FOR = Duration.toSeconds(LOOKUP_BUDGET) + 1

/**
 * The statements on the lookups that openings of employers' embeds begin. A claim measures how long a process works, so
 * it is held against the true time, not against the platform's.
 */
export const matchLookupsRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  return {
    /** Whether the caller is to ask the funds: nobody did, or the claim of the one who did has run out. */
    claim: (id: S.EmbedSessionId, claim: string) =>
      Effect.map(
        sql`INSERT INTO match_lookups AS l (embed_session_id, claim, claimed_until)
          VALUES (${id}, ${claim}, clock_timestamp() + ${CLAIMED_FOR} * interval '1 second')
          ON CONFLICT (embed_session_id) DO UPDATE SET claim = excluded.claim, claimed_until = excluded.claimed_until
            WHERE l.finished_at IS NULL AND l.claimed_until <= clock_timestamp()
          RETURNING embed_session_id`,
        (rows) => rows.length === 1
      ),

    finish: (id: S.EmbedSessionId, claim: string, fundsNotAsked: number) =>
      sql`UPDATE match_lookups SET finished_at = platform_now(), funds_not_asked = ${fundsNotAsked}
        WHERE embed_session_id = ${id} AND claim = ${claim} AND finished_at IS NULL`,

    /** Gives up an unfinished lookup, so that another process needn't wait for its claim to run out. */
    release: (id: S.EmbedSessionId, claim: string) =>
      sql`UPDATE match_lookups SET claimed_until = clock_timestamp()
        WHERE embed_session_id = ${id} AND claim = ${claim} AND finished_at IS NULL`,

    finished: (id: S.EmbedSessionId) =>
      Effect.map(
        sql<FinishedLookup>`SELECT finished_at, funds_not_asked FROM match_lookups
          WHERE embed_session_id = ${id} AND finished_at IS NOT NULL`,
        (rows) => rows[0]
      )
  }
})
