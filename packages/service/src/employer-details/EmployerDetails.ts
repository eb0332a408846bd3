/**
 * Employer details: the data that an employer gives to the fund that it confirmed as its default. The form is in the
 * fund's profile; the embed shows it, `readAnswers` checks the answers against it, and `DetailsRepo` stores them
 * sealed. Each version is delivered by POST (`detailsOperation`) or with the fund's daily file (`DetailsFiles`).
 *
 * Why a fund call for both ways: it is written in the transaction that saves the answers, so no version is lost.
 *
 * The trap: a version replaces the previous one at the fund, so a repeated POST does no harm, but a repeated file
 * would. Both steps of writing a file are therefore in the database, and a file that has its final name is never
 * overwritten.
 */
import { NotFound, type ValidationFailed } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { embedDraftsRepo } from "../embed-drafts/EmbedDraftsRepo.ts"
import { EmployerSettings } from "../employers/EmployerSettings.ts"
import { FundCalls } from "../funds/calls/FundCalls.ts"
import { type ReadableBody, wholeBody, Findings, type PlacedFinding } from "../personal-data/Findings.ts"
import { toTimestamp } from "../platform/time/timestamp.ts"
import { type ConfirmedFund, detailsRepo, type StoredDetails } from "./DetailsRepo.ts"
import { requestedFields, asksNothing, readAnswers } from "./readAnswers.ts"
import { databaseDefects, operation, transactions } from "../platform/database/operation.ts"
import { fundsRepo } from "../funds/FundsRepo.ts"

interface OfEmployer {
  readonly productId: S.ProductId
  readonly employerId: S.EmployerId
}

/** Whether the fund that an employer confirmed takes employer details, and which. */
export const detailsOffers = Effect.gen(function* () {
  const repo = yield* detailsRepo
  const funds = yield* fundsRepo

  /** The confirmed fund and its settings for employer details; undefined if it doesn't take them. */
  const offerOf = Effect.fnUntraced(function* ({ employerId, productId }: OfEmployer) {
    const confirmed = yield* repo.confirmedFund(productId, employerId)
    if (confirmed === undefined) return undefined
    const fund = Option.getOrThrow(yield* funds.find(confirmed.fund_id))
    const offer = fund.profile.operations.employer_details
    return offer === undefined ? undefined : { confirmed, fund, offer }
  })

  return {
    offerOf,

    /** Whether the confirmed fund asks for something that isn't saved yet. */
    isPending: Effect.fnUntraced(function* (employer: OfEmployer) {
      const found = yield* offerOf(employer)
      if (found === undefined || asksNothing(found.offer.form)) return false
      return !(yield* repo.isSaved(employer.employerId, found.fund.id))
    })
  }
})

export class EmployerDetails extends Context.Service<
  EmployerDetails,
  {
    /** Returns the form of the confirmed fund, and the saved answers. */
    readonly form: (employer: OfEmployer) => Effect.Effect<S.EmbedEmployerDetailsForm, NotFound>
    /** Replaces the answers, and delivers them. A corrected employer number becomes the default fund's number. */
    readonly save: (
      employer: OfEmployer,
      change: S.EmbedEmployerDetailsChange
    ) => Effect.Effect<S.EmbedEmployerDetailsForm, NotFound | ValidationFailed>
    /** Merges the typed answers into the form's draft. */
    readonly draft: (
      employer: OfEmployer,
      typed: S.EmbedEmployerDetailsDraftPatch
    ) => Effect.Effect<void, NotFound>
    /** The mistakes in answers that may not fit their schema; none if the employer has no form. */
    readonly findings: (
      employer: OfEmployer,
      body: ReadableBody<S.EmbedEmployerDetailsChange>
    ) => Effect.Effect<ReadonlyArray<PlacedFinding>>
    /**
     * Call this when a match is confirmed, in the same transaction. If the fund takes details but its form asks
     * nothing, they are delivered at once.
     */
    readonly confirmed: (employer: OfEmployer) => Effect.Effect<void>
  }
>()("@embedded-super/service/employer-details/EmployerDetails") {
  static readonly layer = Layer.effect(
    EmployerDetails,
    Effect.gen(function* () {
      const transaction = yield* transactions
      const repo = yield* detailsRepo
      const { offerOf } = yield* detailsOffers
      const settings = yield* EmployerSettings
      const calls = yield* FundCalls
      const drafts = yield* embedDraftsRepo

      const formOffer = Effect.fnUntraced(function* (employer: OfEmployer) {
        const found = yield* offerOf(employer)
        return found === undefined || asksNothing(found.offer.form) ? yield* noForm : found
      })

      const present = Effect.fnUntraced(function* (employer: OfEmployer) {
        const { confirmed, fund, offer } = yield* formOffer(employer)
        const stored = yield* repo.find(employer.employerId, fund.id)
        return formOf(fund.name, offer.form, confirmed, stored)
      })

      const deliver = Effect.fnUntraced(function* (
        employer: OfEmployer,
        { confirmed, fund }: NonNullable<Effect.Success<ReturnType<typeof offerOf>>>,
        answers: Parameters<typeof repo.save>[2]
      ) {
        const saved = yield* repo.save(employer, confirmed, answers)
        yield* calls.request({
          operation: "employer_details",
          productId: employer.productId,
          fundId: fund.id,
          ...saved
        })
      })

      const confirmed = Effect.fn("EmployerDetails.confirmed")(function* (employer: OfEmployer) {
        const found = yield* offerOf(employer)
        if (found === undefined || !asksNothing(found.offer.form)) return
        yield* deliver(employer, found, { details: {}, custom_answers: [] })
      }, Effect.orDie)

      const form = Effect.fn("EmployerDetails.form")(present, databaseDefects)
      return EmployerDetails.of({
        form,

        save: transaction("EmployerDetails.save")(function* (employer, change) {
          yield* repo.lockEmployer(employer.employerId)
          const found = yield* formOffer(employer)
          const { confirmed, offer } = found
          const findings = new Findings()
          const answers = yield* findings.orRefuse(readAnswers(offer.form, wholeBody(change), findings))
          const typed = change.employer_number as S.EmployerNumber | undefined
          const employer_number = typed ?? confirmed.employer_number
          if (employer_number !== confirmed.employer_number) {
            const { fund_product_id } = confirmed
            yield* settings
              .confirmDefaultFund(employer.productId, employer.employerId, {
                fund_product_id,
                employer_number
              })
              // The fund is already the default, so the link isn't checked.
              .pipe(Effect.catchTag("EmbedConflict", Effect.die))
          }
          yield* deliver(employer, { ...found, confirmed: { ...confirmed, employer_number } }, answers)
          yield* drafts.forget(ownerOf(employer), ["details"])
          return yield* present(employer)
        }),

        draft: transaction("EmployerDetails.draft")(function* (employer, typed) {
          yield* repo.lockEmployer(employer.employerId)
          yield* formOffer(employer)
          yield* drafts.merge(ownerOf(employer), { details: typed })
        }),

        findings: operation("EmployerDetails.findings")(function* (employer, body) {
          const found = yield* offerOf(employer)
          if (found === undefined || asksNothing(found.offer.form)) return []
          const findings = new Findings()
          readAnswers(found.offer.form, body, findings)
          return findings.errors
        }),

        confirmed
      })
    })
  )
}

const ownerOf = ({ employerId, productId }: OfEmployer) => ({ id: employerId, product_id: productId })

const formOf = (
  fundName: S.OrganisationName,
  form: S.ConfirmationForm,
  { employer_number }: ConfirmedFund,
  stored: StoredDetails | undefined
): S.EmbedEmployerDetailsForm => ({
  fund_name: fundName,
  ...(employer_number === null ? {} : { employer_number }),
  fields: requestedFields(form),
  custom_questions: form.custom_questions.map(({ options = [], question, question_id, required }) => ({
    question_id,
    question,
    options,
    required
  })),
  details: stored?.details ?? {},
  custom_answers: (stored?.custom_answers ?? []).map(({ answer, question_id }) => ({ question_id, answer })),
  ...(stored === undefined ? {} : { saved_at: toTimestamp(stored.saved_at) })
})

const noForm = Effect.fail(
  new NotFound({ code: "not_found", detail: "No match was confirmed, or its fund asks for no details." })
)
