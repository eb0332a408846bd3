/**
 * The super choice form of each confirmed session. The confirmation requests it in its transaction, the worker makes
 * it, and the session completes once the form and the registration are there.
 *
 * Made means: its texts (`choiceForm`) are fixed and sealed in `choice_forms`. The PDF isn't stored; each download
 * renders the texts (`renderPdf`), always to the same bytes. With its fonts and tags a PDF is twenty times as large as
 * its texts, and the write-ahead log, every replica and every dump would carry it.
 *
 * The trap: the form is made before the fund returns the member number. The first read after the number arrives makes
 * it once more, with the number; so `read` writes.
 */
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Semaphore from "effect/Semaphore"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type * as Statement from "effect/sql/Statement"
import { FundDirectory } from "../../funds/FundDirectory.ts"
import { FaultPoint } from "../../platform/jobs/FaultPoint.ts"
import { things } from "../../platform/timeline/things.ts"
import { Timeline } from "../../platform/timeline/Timeline.ts"
import { completion, isSettled } from "../completion.ts"
import { sessionChanges } from "../sessionChanges.ts"
import { type FormFacts, sessionRecordsRepo } from "../SessionRecordsRepo.ts"
import { nowOf, sessionsRepo } from "../SessionsRepo.ts"
import { choiceFormOf } from "./choiceForm.ts"
import { type ChoiceFormOwner, choiceFormsRepo, type MadeChoiceForm } from "./ChoiceFormsRepo.ts"
import { formFonts, renderPdf } from "./renderPdf.ts"
import { A_MINUTE } from "../../platform/jobs/loops.ts"
import { supervised } from "../../platform/jobs/supervised.ts"
import { queues } from "../../platform/jobs/queues.ts"
import { operation } from "../../platform/database/operation.ts"
import type { OnSession } from "../sessionConflicts.ts"

/**
 * Forms that one process makes concurrently. Making one waits for the database and computes nothing: it is rendered when it
 * is read. With two, sessions waited seconds for their forms from 18 confirmations a second on.
 */
const AT_ONCE = 16

/** How often to sweep for neglected forms, and after how long an unmade form counts as neglected. */
const SWEEP_EVERY = "10 seconds"
const NEGLECTED_SECONDS = 30

/** The super choice form of each session that was confirmed (D-choice-forms). */
export class ChoiceForms extends Context.Service<
  ChoiceForms,
  {
    /**
     * Requests the form of a session: the write, for the statement that confirms the session, and the wake-up of the worker,
     * in the same transaction, so that both commit or neither does.
     */
    readonly requesting: (session: ChoiceFormOwner, at: Date) => Statement.Fragment
    readonly wake: (session: ChoiceFormOwner) => Effect.Effect<void, SqlError>
    /**
     * Makes the requested form. Sends `onboarding_session_changed` for the new form while the session is in progress;
     * then completes the session if that waits for nothing else. Any number of processes may call it any number of
     * times: each of the two happens once.
     */
    readonly make: (id: S.OnboardingSessionId) => Effect.Effect<void, SqlError>
    /**
     * The PDF; none until it is made, after it is removed, and for a session of another product. It is made before the
     * fund returns the member number, and once more, with the number, on the first read after that.
     */
    readonly read: OnSession<Option.Option<Uint8Array>, never>
  }
>()("@embedded-super/service/onboarding-sessions/ChoiceForms") {
  static readonly layer = Layer.effect(
    ChoiceForms,
    Effect.gen(function* () {
      const timeline = yield* Timeline
      const sql = yield* SqlClient.SqlClient
      const repo = yield* sessionsRepo
      const forms = yield* choiceFormsRepo
      const funds = yield* FundDirectory
      const records = yield* sessionRecordsRepo
      const changes = yield* sessionChanges
      const { settle } = yield* completion
      const faultPoint = yield* FaultPoint
      const queue = yield* queues.choiceForms
      const fonts = yield* Effect.cached(formFonts)
      const oneAtATime = yield* Semaphore.make(1)

      /** The default fund that the employee was shown beside the other choices, and the product that they chose. */
      const productsOf = Effect.fnUntraced(function* ({ displayed, record }: FormFacts) {
        const shown = displayed?.employer_default ?? null
        const chosen = record.selection?.fund_product_id ?? null
        const found = yield* funds.findByIds([shown, chosen].filter((id) => id !== null))
        return {
          employerDefault: shown === null ? undefined : found.get(shown),
          product: chosen === null ? undefined : found.get(chosen)
        }
      })

      /**
       * The form's content from the current session: after the confirmation only the member number can be added to it.
       */
      const contentOf = Effect.fnUntraced(function* (facts: FormFacts) {
        const { abn, record } = facts
        if (record.selection === undefined || record.session.erased_at !== null) return undefined
        const { employerDefault, product } = yield* productsOf(facts)
        const content = choiceFormOf({ ...record, product }, { abn, employerDefault })
        const names_member = record.selection.membership !== null
        return content && { content, names_member, session: record.session }
      })

      type Content = NonNullable<Effect.Success<ReturnType<typeof contentOf>>>

      const made = Effect.fnUntraced(function* ({ content, names_member, session }: Content) {
        return { content, names_member, made_at: yield* nowOf(session) } satisfies MadeChoiceForm
      })

      /** One form after the other: rendering only computes, so that doing more at once delays them all. */
      const pdfOf = Effect.fnUntraced(function* ({ content, made_at }: MadeChoiceForm) {
        return yield* oneAtATime.withPermit(renderPdf(content, yield* fonts, made_at))
      })

      /** Returns whether the session may wait for nothing else. */
      const publish = Effect.fnUntraced(function* (id: S.OnboardingSessionId, form: MadeChoiceForm) {
        const locked = yield* records.lockHead(id)
        if (locked === undefined) return false
        const { awaitsChoiceForm, selection, session } = locked
        if (session.erased_at !== null || !awaitsChoiceForm) return true
        const at = yield* nowOf(session)
        yield* timeline.note({
          kind: "choice_form_made",
          isStep: true,
          detail: {},
          about: things({ onboarding_session: id, product: session.product_id })
        })
        const writes = [yield* forms.writing(session, form, at)]
        yield* changes.apply(session, ["choice_form_made"], {}, at, { selection, form: form.content, writes })
        return isSettled(selection)
      }, sql.withTransaction)

      /** Runs in its own transaction, so that the new form's webhook goes out while the session is in progress. */
      const complete = Effect.fnUntraced(function* (id: S.OnboardingSessionId) {
        const locked = yield* records.lockHead(id)
        if (locked !== undefined) yield* settle(locked, [], yield* nowOf(locked.session))
      }, sql.withTransaction)

      /** Rewrites a form, unless another process already has or it was removed. */
      const replace = Effect.fnUntraced(function* (owner: ChoiceFormOwner, form: MadeChoiceForm) {
        const session = yield* repo.lockHead(owner.id)
        const current = yield* forms.read(owner)
        if (session === undefined || current === undefined || current.names_member) return current
        yield* yield* forms.writing(owner, form, yield* nowOf(session))
        return form
      }, sql.withTransaction)

      return ChoiceForms.of({
        requesting: forms.insert,

        wake: Effect.fn("ChoiceForms.wake")(({ id }) => queue.offer({ session_id: id })),

        make: Effect.fn("ChoiceForms.make")(function* (id) {
          const facts = yield* records.readForForm(id)
          if (facts?.record.awaitsChoiceForm === true) {
            const found = yield* contentOf(facts)
            if (found === undefined)
              return yield* Effect.logWarning(
                "A choice form can't be made: its session's data is missing"
              ).pipe(Effect.annotateLogs({ session_id: id }))
            const mayBeComplete = yield* publish(id, yield* made(found))
            yield* faultPoint("after_ledger_write")
            // The registration completes the session: it locks it later, and finds the form made.
            if (!mayBeComplete) return
          }
          yield* complete(id)
        }),

        read: operation("ChoiceForms.read")(function* (productId, id) {
          const owner = { id, product_id: productId }
          const form = yield* forms.read(owner)
          if (form === undefined) return Option.none()
          const facts = form.names_member ? undefined : yield* records.readForForm(id)
          const found = facts && (yield* contentOf(facts))
          if (found?.names_member !== true) return Option.some(yield* pdfOf(form))
          const replaced = yield* replace(owner, yield* made(found))
          return replaced === undefined ? Option.none() : Option.some(yield* pdfOf(replaced))
        })
      })
    })
  )

  /**
   * Makes the requested forms, while its scope is open. Any number of processes may run it over one database: after 12
   * seconds another process takes over the forms of one that was killed.
   */
  static readonly worker = Layer.effectDiscard(
    Effect.gen(function* () {
      const forms = yield* ChoiceForms
      const { neglected } = yield* choiceFormsRepo
      const queue = yield* queues.choiceForms

      // Without a transaction, since nearly every sweep finds none: a process that ends before it has offered the forms
      // leaves them to the sweep after `NEGLECTED_SECONDS`.
      const sweep = Effect.gen(function* () {
        const ids = yield* neglected(NEGLECTED_SECONDS)
        yield* Effect.forEach(ids, (session_id) => queue.offer({ session_id }), { discard: true })
        yield* Effect.sleep(SWEEP_EVERY)
      })

      const work = queue.work(({ session_id }) => forms.make(session_id), { concurrency: AT_ONCE })
      yield* Effect.forkScoped(work)
      yield* Effect.forkScoped(supervised("The sweep of choice forms", sweep, { turnsWithin: A_MINUTE }))
    })
  )
}
