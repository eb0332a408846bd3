/**
 * Phone verification: the first step of a session without a validated contact. A code of six digits goes to the
 * employee's mobile (`TextMessages`), and a sandbox shows it instead. `verificationRules` has the limits, the refusals and
 * the state that the employee sees.
 *
 * The trap: a wrong code must spend its attempt although the request is refused. So `verify` returns the refusal as a
 * value, the transaction commits, and only then does the refusal become a failure.
 */
import type { EmbedCodeRefused } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { randomInt } from "node:crypto"
import * as Data from "effect/Data"
import { withContact, employeesRepo } from "../../employees/EmployeesRepo.ts"
import { equalBytes } from "../../platform/crypto/envelope.ts"
import { toTimestamp } from "../../platform/time/timestamp.ts"
import { checkEvent, type OpenOnboarding, type Step, stepping } from "../employee-embed/stepping.ts"
import { nowOf, type StoredSession } from "../SessionsRepo.ts"
import {
  codeOf,
  isUsable,
  nextAt,
  notPossible,
  presentVerification,
  readPhone,
  RULES,
  wrongCode
} from "./verificationRules.ts"
import { type StoredCode, verificationCodesRepo } from "./VerificationCodesRepo.ts"
import { operation } from "../../platform/database/operation.ts"

/** The message was not accepted for sending. */
export class NotSent extends Data.TaggedError("NotSent") {}

/**
 * The adapter that sends text messages. A new carrier is one more file with this shape, named in `TextMessages.layer`.
 */
interface TextMessagesAdapter {
  /**
   * Whether messages can be sent at all. If not, a live product refuses sessions that need them (D-phone-verification).
   */
  readonly isConfigured: boolean
  /**
   * Submits a text for sending, outside of database transactions; fails while outgoing work is held (`Outgoing`). The text
   * holds a secret: never log it.
   */
  readonly send: (message: {
    readonly to: S.PhoneNumber
    readonly text: Redacted.Redacted
  }) => Effect.Effect<void, NotSent>
}

/** The adapter without a carrier: every `send` fails. */
const noTextMessages: TextMessagesAdapter = {
  isConfigured: false,
  send: () => Effect.suspend(() => Effect.fail(new NotSent()))
}

/** The port to text messages, for live products; a sandbox sends none. */
export class TextMessages extends Context.Service<TextMessages, TextMessagesAdapter>()(
  "@embedded-super/service/onboarding-sessions/TextMessages"
) {
  static readonly layer = Layer.succeed(TextMessages, noTextMessages)
}

/** The proof that the employee holds the phone: the first step of a session without a validated contact. */
export class PhoneVerification extends Context.Service<
  PhoneVerification,
  {
    /**
     * Sends a code, which replaces the one before. A sandbox sends nothing and returns the code. The next code has to
     * wait 30 seconds after the last, ten minutes after three wrong attempts; a session gets at most ten codes.
     */
    readonly request: Step<S.EmbedCodeRequest, S.EmbedVerification>
    /**
     * Checks a code. The right code ends the step, and works once. A wrong code spends an attempt, also among
     * concurrent requests.
     */
    readonly verify: Step<S.EmbedCodeCheck, S.EmbedOnboarding, EmbedCodeRefused>
  }
>()("@embedded-super/service/onboarding-sessions/PhoneVerification") {
  static readonly layer = Layer.effect(
    PhoneVerification,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { apply, checkSeen, lock, present, touch } = yield* stepping
      const codes = yield* verificationCodesRepo
      const employees = yield* employeesRepo
      const texts = yield* TextMessages

      const newCode = (session: StoredSession, sent: number) =>
        codeOf(session.sandboxed ? codes.sandboxCode(session, sent) : randomInt(10 ** RULES.digits))

      /** A code that wasn't sent ends at once; the next one has to wait like any other. */
      const deliver = (
        session: StoredSession,
        code: S.VerificationCode,
        { next_at, phone }: StoredCode,
        at: Date
      ) =>
        texts
          .send({ to: phone, text: Redacted.make(`Your code is ${Redacted.value(code)}. Don't share it.`) })
          .pipe(
            Effect.catchTag("NotSent", () =>
              Effect.andThen(codes.expire(session, at), notPossible.now(next_at))
            )
          )

      const succeed = Effect.fnUntraced(function* (open: OpenOnboarding, phone: S.PhoneNumber, at: Date) {
        const { session } = open
        const verified = { email: null, phone_number: phone, phone_verified_at: toTimestamp(at) }
        const employee = { id: session.employee_id, product_id: session.product_id }
        const writes = [
          codes.remove(session),
          yield* employees.updating(employee, withContact(yield* open.employee, verified), at)
        ]
        const change = {
          phone_verification: "complete",
          phone_verified_at: at,
          phone_number_validated: true,
          details: { ...session.details, phone_number: phone }
        } as const
        return (yield* apply(open, ["phone_verified"], change, at, { writes })).open
      })

      /** Spends the attempt and returns the refusal as a value, so that the transaction commits. */
      const fail = Effect.fnUntraced(function* (open: OpenOnboarding, code: StoredCode, at: Date) {
        const attemptsLeft = code.attempts_left - 1
        const next = attemptsLeft > 0 ? code.next_at : nextAt(at, attemptsLeft)
        const spent = codes.spendAttempt(open.session, next)
        if (attemptsLeft > 0) {
          yield* spent
          return wrongCode(attemptsLeft)
        }
        const change = { phone_verification: "complete_unsuccessful" } as const
        yield* apply(open, ["phone_check_failed"], change, at, { writes: [spent] })
        return notPossible.usedUp(next)
      })

      /** The session, locked, if a phone can be verified in it now. */
      const lockUnverified = Effect.fnUntraced(function* (
        productId: S.ProductId,
        id: S.OnboardingSessionId,
        seen: number | undefined
      ) {
        const open = yield* lock(productId, id)
        yield* checkSeen(open, seen)
        const at = yield* nowOf(open.session)
        yield* checkEvent(open.session, "phone_verified", at)
        return { open, session: open.session, at }
      })

      return PhoneVerification.of({
        request: operation("PhoneVerification.request")(function* (productId, id, input, seen) {
          const issue = Effect.gen(function* () {
            const { at, session } = yield* lockUnverified(productId, id, seen)
            const phone = yield* readPhone(session, input)
            const before = yield* codes.find(session)
            if (before !== undefined && before.sent >= RULES.codes) return yield* notPossible.anyMore
            if (before !== undefined && before.next_at > at) return yield* notPossible.yet(before)
            const sent = (before?.sent ?? 0) + 1
            const code = newCode(session, sent)
            const stored: StoredCode = {
              phone,
              code_hash: codes.hash(session, code),
              attempts_left: RULES.attempts,
              sent,
              valid_until: new Date(at.getTime() + RULES.validFor),
              next_at: nextAt(at, RULES.attempts)
            }
            yield* codes.put(session, stored)
            yield* touch(session, at)
            return { at, session, code, stored }
          })
          const { at, code, session, stored } = yield* sql.withTransaction(issue)
          if (!session.sandboxed) yield* deliver(session, code, stored, at)
          return presentVerification(session, stored, code, at)
        }),

        verify: operation("PhoneVerification.verify")(function* (productId, id, { code }, seen) {
          const check = Effect.gen(function* () {
            const { at, open, session } = yield* lockUnverified(productId, id, seen)
            const outstanding = yield* codes.find(session)
            if (outstanding?.attempts_left === 0 && outstanding.next_at > at)
              return yield* notPossible.usedUp(outstanding.next_at)
            if (outstanding === undefined || !isUsable(outstanding, at)) return yield* notPossible.withoutCode
            if (!equalBytes(outstanding.code_hash, codes.hash(session, code))) {
              return { refusal: yield* fail(open, outstanding, at) }
            }
            return { view: yield* present(yield* succeed(open, outstanding.phone, at)) }
          })
          const checked = yield* sql.withTransaction(check)
          return checked.view ?? (yield* checked.refusal)
        })
      })
    })
  )
}
