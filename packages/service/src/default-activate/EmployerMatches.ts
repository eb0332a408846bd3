/**
 * Default Activate: finds the linked funds that already are the employer's default, and the employer confirms one of
 * them in its embed (R-1-17, R-1-19, R-1-20). `MatchLookups` runs one lookup for each opened embed. `fundLookup` asks a fund,
 * by a live call (`LiveLookup`) or in its list, and reports a fund that matches too often. `LookupQuota` limits a
 * product's lookups. This file shows, confirms and declines matches.
 *
 * Why it fails closed: over-matching is prohibited (R-1-25), so a fund that fails or is late counts as no match.
 *
 * The trap: "no match" doesn't mean that the fund doesn't know the employer. The quota may be used up, or the fund may
 * be down, so never store it as the fund's answer. The lookup's fiber outlives the request that starts it: start it and
 * wait for it outside of transactions (`begin`, `done`). In a transaction use `finished`, which doesn't wait.
 */

import { EmbedConflict, NotFound, type ValidationFailed } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { EmployerDetails } from "../employer-details/EmployerDetails.ts"
import { checkAcceptedTerms, termsOf } from "../employers/statements.ts"
import { EmployerSettings } from "../employers/EmployerSettings.ts"
import { FundDirectory, withRegistration } from "../funds/FundDirectory.ts"
import { withoutNulls } from "../platform/answers/answers.ts"
import { audit, type AuditEntry } from "../platform/audit/audit.ts"
import { Settings } from "../platform/config/Settings.ts"
import { operation, transactions } from "../platform/database/operation.ts"
import { BusinessClock } from "../platform/time/BusinessClock.ts"
import { toTimestamp } from "../platform/time/timestamp.ts"
import { MatchLookups } from "./MatchLookups.ts"
import { type FinishedLookup, matchesRepo, type StoredMatch } from "./MatchesRepo.ts"
import { acceptances } from "../embed-sessions/acceptances.ts"
import type { OpenEmbed } from "../embed-sessions/embedSecurity.ts"

export class EmployerMatches extends Context.Service<
  EmployerMatches,
  {
    /** Waits for the embed's lookup and returns its matches. A fund that failed counts as no match. */
    readonly find: (embed: OpenEmbed) => Effect.Effect<S.EmbedEmployerMatches, NotFound>
    /**
     * Makes the matched fund's MySuper product the default fund, with the employer number that the fund returned, and
     * sends `employer_settings_changed`. The current terms must be accepted. Confirming again changes nothing.
     */
    readonly confirm: (
      embed: OpenEmbed,
      id: S.EmbedMatchId,
      confirmation: S.EmbedMatchConfirmation
    ) => Effect.Effect<S.EmbedEmployer, NotFound | EmbedConflict | ValidationFailed>
    /** Declines a match: the fund isn't asked about this employer for 90 days. Returns the remaining matches. */
    readonly decline: (
      embed: OpenEmbed,
      id: S.EmbedMatchId,
      decline: S.EmbedMatchDecline
    ) => Effect.Effect<S.EmbedEmployerMatches, NotFound | EmbedConflict>
    /**
     * Takes back a decline of this embed, or of another in the last day: the match is open again, and its fund may be
     * asked. Returns the matches. A match that isn't declined stays as it is.
     */
    readonly undoDecline: (
      embed: OpenEmbed,
      id: S.EmbedMatchId
    ) => Effect.Effect<S.EmbedEmployerMatches, NotFound>
  }
>()("@embedded-super/service/default-activate/EmployerMatches") {
  static readonly layer = Layer.effect(
    EmployerMatches,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const transaction = yield* transactions
      const clock = yield* BusinessClock
      const repo = yield* matchesRepo
      const directory = yield* FundDirectory
      const settings = yield* EmployerSettings
      const details = yield* EmployerDetails
      const lookups = yield* MatchLookups
      const terms = termsOf((yield* Settings).instance)
      const accepted = yield* acceptances

      const present = Effect.fnUntraced(
        function* (embed: OpenEmbed, lookup: FinishedLookup | undefined) {
          const stored = yield* repo.unconfirmed(embed)
          const products = yield* directory.findByIds(stored.map(({ fund_product_id }) => fund_product_id))
          const shown = yield* withRegistration(embed.productId, [...products.values()])
          const those = (isDeclined: boolean) =>
            stored.flatMap(({ declined_at, fund_product_id, id, message }) => {
              const fund_product = shown.find((product) => product.id === fund_product_id)
              return fund_product === undefined || (declined_at !== null) !== isDeclined
                ? []
                : [withoutNulls({ id, fund_product, message })]
            })
          const now = clock.nowOf(embed.productId)
          const { finished_at, funds_not_asked } = lookup ?? { finished_at: yield* now, funds_not_asked: 0 }
          return {
            checked_at: toTimestamp(finished_at),
            matches: those(false),
            declined: those(true),
            funds_not_asked
          }
        },
        Effect.provideService(FundDirectory, directory)
      )

      const open = Effect.fnUntraced(function* (embed: OpenEmbed, id: S.EmbedMatchId) {
        const match = yield* repo.lock(embed, id)
        if (match === undefined) return yield* noSuchMatch
        if (match.declined_at !== null) return yield* notOpen
        return match
      })

      const record = (
        embed: OpenEmbed,
        match: StoredMatch,
        action: AuditEntry["action"],
        answers: ReadonlyArray<string>
      ) =>
        audit({
          actor: { kind: "embed_session", id: embed.embedSessionId },
          action,
          productId: embed.productId,
          entity: { kind: "employer", id: embed.employerId },
          detail: { fund_id: match.fund_id, said: answers }
        }).pipe(Effect.provideService(SqlClient.SqlClient, sql))

      return EmployerMatches.of({
        find: operation("EmployerMatches.find")(function* (embed) {
          return yield* present(embed, yield* lookups.done(embed))
        }),

        confirm: transaction("EmployerMatches.confirm")(function* (embed, id, confirmation) {
          const match = yield* open(embed, id)
          yield* checkAcceptedTerms(terms, confirmation.accepted_terms_versions)
          if (match.confirmed_at !== null) return yield* settings.view(embed.productId, embed.employerId)
          const confirmed = yield* settings
            .confirmDefaultFund(embed.productId, embed.employerId, match)
            .pipe(Effect.catchTag("ValidationFailed", () => notOpen))
          yield* repo.confirm(embed, id)
          yield* details.confirmed(embed)
          yield* accepted({
            of: "terms",
            productId: embed.productId,
            entity: { kind: "employer", id: embed.employerId },
            versions: confirmation.accepted_terms_versions,
            embedSessionId: embed.embedSessionId
          })
          yield* record(embed, match, "employer.match_confirm", confirmation.accepted_terms_versions)
          return confirmed
        }),

        decline: transaction("EmployerMatches.decline")(function* (embed, id, { reason }) {
          const match = yield* open(embed, id)
          if (match.confirmed_at !== null) return yield* notOpen
          yield* repo.decline(embed, match, reason)
          yield* record(embed, match, "employer.match_decline", [reason])
          return yield* present(embed, yield* lookups.finished(embed))
        }),

        undoDecline: transaction("EmployerMatches.undoDecline")(function* (embed, id) {
          const match = yield* repo.lock(embed, id)
          if (match === undefined) return yield* noSuchMatch
          if (match.declined_at !== null) {
            yield* repo.undoDecline(embed, match)
            yield* record(embed, match, "employer.match_decline_undo", [])
          }
          return yield* present(embed, yield* lookups.finished(embed))
        })
      })
    })
  ).pipe(Layer.provide(MatchLookups.layer))
}

const noSuchMatch = Effect.fail(
  new NotFound({ code: "not_found", detail: "There is no such match in this embed." })
)

const notOpen = Effect.fail(
  new EmbedConflict({
    code: "match_not_open",
    detail:
      "The match was already answered, or its fund no longer takes new members. Fetch the matches again."
  })
)
