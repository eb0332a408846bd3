/**
 * Onboarding session intents: an employer's draft of a new employee, before there is a session (D-intents). This file
 * is what partners create, read and cancel. The employer's steps are in `IntentSteps`, the creation of the session in
 * `SessionFromIntent`, expiry and anonymisation in `IntentDeadlines`.
 *
 * Why a table of states (`intentStates`): `intentChanges.apply` is the only way to change an intent's state. It writes
 * state and version, and sends the one webhook, on completion (R-3-8), in the caller's transaction.
 *
 * The trap: the intent of an open embed may have no row. If the employer starts it, its first save creates it (R-1-9),
 * so the embed's view and saves use `intentStarts`, not `IntentsRepo`. Lock an intent before any employee or session.
 * An unfinished intent past its expiry counts as expired even before the expiry job has run: use `checkEvent`.
 */

import type { Conflict, NotFound, ValidationFailed } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { EmbedUrls } from "../embed-sessions/EmbedUrls.ts"
import { employersRepo, orNotFound as employerOrNotFound } from "../employers/EmployersRepo.ts"
import { dayInSydney } from "../personal-data/calendarDate.ts"
import { Findings } from "../personal-data/Findings.ts"
import { operation, transactions } from "../platform/database/operation.ts"
import { newId } from "../platform/ids/newId.ts"
import { idOfCursor, type Page, pageOf, type PageRequest } from "../platform/paging/page.ts"
import { BusinessClock } from "../platform/time/BusinessClock.ts"
import type { Versioned } from "../platform/versions/ifMatch.ts"
import { checkEvent, intentChanges } from "./intentChanges.ts"
import {
  notCancellable,
  orNotFound,
  presentIntent,
  remoteIdOfIntentTaken,
  versioned,
  type OnIntent
} from "./intentAnswers.ts"
import { readJob, readPerson } from "./intentInput.ts"
import { type IntentFilter, intentsRepo } from "./IntentsRepo.ts"
import { newIntent } from "./intentStarts.ts"

/** The onboarding session intents of a product, as its partner creates and reads them. */
export class OnboardingSessionIntents extends Context.Service<
  OnboardingSessionIntents,
  {
    /**
     * Creates an intent. The employer need not have a default fund yet: the embed says so, and links to the super
     * settings.
     */
    readonly create: (
      productId: S.ProductId,
      input: S.OnboardingSessionIntentCreation
    ) => Effect.Effect<Versioned<S.OnboardingSessionIntent>, Conflict | ValidationFailed>
    readonly get: OnIntent<Versioned<S.OnboardingSessionIntent>>
    readonly list: (
      productId: S.ProductId,
      request: PageRequest & IntentFilter
    ) => Effect.Effect<Page<S.OnboardingSessionIntent>, ValidationFailed>
    /** Cancels an intent that has no session. Sends no webhook: the partner itself cancels it. */
    readonly cancel: OnIntent<void, NotFound | Conflict>
    /** The URL of the intent embed, for one frame. */
    readonly generateEmbedUrl: (
      productId: S.ProductId,
      id: S.OnboardingSessionIntentId,
      request: S.EmbedUrlRequest
    ) => Effect.Effect<S.GeneratedEmbedUrl, NotFound | Conflict | ValidationFailed>
    /**
     * The URL of an intent embed in which the employer starts a new intent, for one frame. Creates nothing. Refuses a
     * `remote_id` that one of the employer's intents already has.
     */
    readonly generateStartingUrl: (
      productId: S.ProductId,
      employerId: S.EmployerId,
      request: Omit<S.EmployerEmbedRequest, "app">
    ) => Effect.Effect<S.GeneratedEmbedUrl, NotFound | Conflict | ValidationFailed>
  }
>()("@embedded-super/service/onboarding-session-intents/OnboardingSessionIntents") {
  static readonly layer = Layer.effect(
    OnboardingSessionIntents,
    Effect.gen(function* () {
      const transaction = yield* transactions
      const clock = yield* BusinessClock
      const repo = yield* intentsRepo
      const employers = yield* employersRepo
      const changes = yield* intentChanges
      const embedUrls = yield* EmbedUrls

      const find = Effect.fnUntraced(function* (productId: S.ProductId, id: S.OnboardingSessionIntentId) {
        return yield* orNotFound(yield* repo.find(productId, id))
      })

      return OnboardingSessionIntents.of({
        create: operation("OnboardingSessionIntents.create")(function* (productId, input) {
          const findings = new Findings()
          const employee = readPerson(input.employee ?? {}, "#/employee", findings)
          const at = yield* clock.nowOf(productId)
          const employment = readJob(input.employment ?? {}, "#/employment", dayInSydney(at), findings)
          const employer = yield* employers.find(productId, input.employer.id)
          if (Option.isNone(employer)) findings.errors.push(unknownEmployer)
          const details = yield* findings.orRefuse({
            employee,
            remote_id_is_fixed: employee.remote_id !== null,
            employment
          })
          const id = (yield* newId) as S.OnboardingSessionIntentId
          const { remote_id, workflow_slug } = input
          const whose = { id, product_id: productId, employer_id: input.employer.id, remote_id }
          if (!(yield* repo.insert(newIntent({ ...whose, workflow_slug, details }, at)))) {
            return yield* remoteIdOfIntentTaken(yield* repo.findByRemoteId(input.employer.id, remote_id))
          }
          return versioned(yield* Effect.orDie(find(productId, id)))
        }),

        get: operation("OnboardingSessionIntents.get")(function* (productId, id) {
          return versioned(yield* find(productId, id))
        }),

        list: operation("OnboardingSessionIntents.list")(function* (productId, { after, limit, ...filter }) {
          const rows = yield* repo.page(productId, yield* idOfCursor("intents", after), limit, filter)
          const { items, pagination } = pageOf("intents", rows, limit)
          return { items: items.map(presentIntent), pagination }
        }),

        cancel: transaction("OnboardingSessionIntents.cancel")(function* (productId, id) {
          const intent = yield* orNotFound(yield* repo.lock(id, productId))
          const at = yield* clock.now(intent.sandboxed)
          yield* checkEvent(intent, "cancelled", at, notCancellable)
          yield* changes.apply(intent, ["cancelled"], {}, at)
        }),

        generateEmbedUrl: operation("OnboardingSessionIntents.generateEmbedUrl")(function* (
          productId,
          id,
          { valid_until }
        ) {
          yield* find(productId, id)
          yield* embedUrls.requireFramers(productId)
          const claims = { app: "intent", entityId: id, userSessionId: undefined } as const
          return yield* embedUrls.make({ ...claims, validUntil: valid_until })
        }),

        generateStartingUrl: operation("OnboardingSessionIntents.generateStartingUrl")(function* (
          productId,
          employerId,
          { remote_id, session_id, valid_until }
        ) {
          yield* employerOrNotFound(yield* employers.find(productId, employerId))
          if (remote_id !== undefined) {
            const taken = yield* repo.findByRemoteId(employerId, remote_id)
            if (taken !== undefined) return yield* remoteIdOfIntentTaken(taken)
          }
          return yield* embedUrls.make({
            app: "onboarding_intent",
            entityId: employerId,
            remoteId: remote_id,
            userSessionId: session_id,
            validUntil: valid_until
          })
        })
      })
    })
  )
}

const unknownEmployer = {
  pointer: "#/employer/id",
  code: "not_found" as const,
  detail: "There is no such employer."
}
