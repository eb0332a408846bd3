import type * as S from "@embedded-super/contracts/schemas"
import { EmbedEmployerDetailsChange } from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "node:crypto"
import { EmployerMatches } from "../default-activate/EmployerMatches.ts"
import { matchesRepo } from "../default-activate/MatchesRepo.ts"
import type { OpenEmbed } from "../embed-sessions/embedSecurity.ts"
import { EmbedSessions } from "../embed-sessions/EmbedSessions.ts"
import { EmbedUrls } from "../embed-sessions/EmbedUrls.ts"
import { EmployerDetails } from "../employer-details/EmployerDetails.ts"
import { employersRepo, orNotFound } from "../employers/EmployersRepo.ts"
import { termsOf } from "../employers/statements.ts"
import { refuse } from "../personal-data/Findings.ts"
import { Settings } from "../platform/config/Settings.ts"
import { databaseDefects } from "../platform/database/operation.ts"
import { newId } from "../platform/ids/newId.ts"

const PLAYED: { readonly [Field in S.EmbedDetailsFieldName]: string } = {
  industry_code: "E",
  employee_count: "5_19",
  contact_name: "Asha Wattle",
  contact_email: "asha@wattle.example",
  contact_phone: "0491 570 110",
  best_time_to_contact: "morning"
}

const decode = Schema.decodeUnknownSync(EmbedEmployerDetailsChange)

/** Made-up answers to everything that a fund asks at the confirmation. */
const playedDetails = ({
  custom_questions,
  fields
}: S.EmbedEmployerDetailsForm): S.EmbedEmployerDetailsChange =>
  decode({
    ...Object.fromEntries(fields.map(({ field }) => [field, PLAYED[field]])),
    custom_answers: custom_questions.map(({ options, question_id }) => ({
      question_id,
      answer: options[0] ?? "An answer of the sandbox"
    }))
  })

/** Plays the employer of a sandboxed product in Default Activate, so that a fund sees its lookup without a browser. */
export const simulatedMatches = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const employers = yield* employersRepo
  const repo = yield* matchesRepo
  const urls = yield* EmbedUrls
  const sessions = yield* EmbedSessions
  const matches = yield* EmployerMatches
  const details = yield* EmployerDetails
  const terms = termsOf((yield* Settings).instance)

  /** Opens the employer's embed as a frame does. */
  const openEmbed = Effect.fnUntraced(function* (productId: S.ProductId, employerId: S.EmployerId) {
    const { embed_url } = yield* urls.make({
      app: "super_settings",
      entityId: employerId,
      userSessionId: undefined,
      validUntil: undefined
    })
    const opener = Redacted.make(randomBytes(16).toString("base64url")) as S.EmbedOpening["opener"]
    const { token } = yield* Effect.orDie(sessions.open({ embed_url, opener }))
    const { embed_session_id } = Option.getOrThrow(yield* sessions.authenticate(token))
    return { productId, employerId, embedSessionId: embed_session_id } satisfies OpenEmbed
  })

  const answerDetails = (embed: OpenEmbed) =>
    details.form(embed).pipe(
      Effect.flatMap((form) => Effect.orDie(details.save(embed, playedDetails(form)))),
      // The fund has no questions.
      Effect.catchTag("NotFound", () => Effect.void)
    )

  return {
    /**
     * Opens the employer's embed, which asks the linked funds, and returns the answer of each. If a fund is named,
     * confirms its match and answers the fund's questions.
     */
    play: Effect.fn("SimulatedMatches.play")(
      function* (productId: S.ProductId, employerId: S.EmployerId, { confirm }: S.SimulatedEmployerMatch) {
        yield* orNotFound(yield* employers.find(productId, employerId))
        // The funds that the next embed asks.
        const candidates = yield* repo.toAsk({
          productId,
          employerId,
          embedSessionId: (yield* newId) as S.EmbedSessionId
        })
        const wanted = candidates.find(({ slug }) => slug === confirm)
        if (confirm !== undefined && wanted === undefined) return yield* refuse(notCandidate(confirm))
        const embed = yield* openEmbed(productId, employerId)
        const found = yield* matches.find(embed)
        const matchOf = (id: S.FundProductId) =>
          found.matches.find(({ fund_product }) => fund_product.id === id)
        const match = wanted === undefined ? undefined : matchOf(wanted.fund_product_id)
        if (match !== undefined) {
          const accepted_terms_versions = terms.map(({ version }) => version)
          yield* Effect.orDie(matches.confirm(embed, match.id, { accepted_terms_versions }))
          yield* answerDetails(embed)
        }
        const funds = candidates
          .map(({ fund_product_id, slug }) => ({
            fund: slug,
            found: matchOf(fund_product_id) !== undefined
          }))
          .toSorted((a, b) => a.fund.localeCompare(b.fund, "en"))
        return { funds, funds_not_asked: found.funds_not_asked, confirmed: match !== undefined }
      },
      databaseDefects,
      // Each step commits at once, even under an Idempotency-Key: the lookup runs in its own fiber.
      Effect.updateContext((context: Context.Context<never>) =>
        Context.omit(sql.transactionService)(context as never)
      )
    )
  }
})

const notCandidate = (slug: S.Slug) => ({
  pointer: "#/confirm",
  code: "not_found" as const,
  detail: `The fund ${slug} isn't asked about this employer: it isn't linked to this product, its profile names no open default_activate_usi, it is the employer's default already, or the employer declined it in the last 90 days.`
})
