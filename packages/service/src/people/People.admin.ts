import type * as S from "@embedded-super/contracts/schemas"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import { SessionEndings } from "../onboarding-sessions/SessionEndings.ts"
import { operator } from "../platform/audit/audit.ts"
import { answer, answerList } from "../platform/OperatorAnswer.ts"
import { OperatorError, unlessDone } from "../platform/OperatorError.ts"
import { findPerson, personExport, TFN_REASONS } from "./personExport.ts"

const id = Argument.String("id").pipe(
  Argument.withDescription("The id of one of the person's sessions, of the employee, or of an intent")
)

const notWritten = (file: string) =>
  new OperatorError({
    problem: `The file ${file} can't be written, or exists already.`,
    remedy: "Give the path of a new file, in a folder that only you can read."
  })

const exportPerson = Command.make(
  "export",
  {
    id,
    file: Flag.String("file").pipe(Flag.withDescription("The new file to write, as JSON (mode 0600)")),
    tfn: Flag.Literals("with-tfn-for", TFN_REASONS).pipe(
      Flag.withDescription("Also the whole tax file number, for this reason; each read is recorded"),
      Flag.optional
    )
  },
  Effect.fnUntraced(function* ({ file, id, tfn }) {
    const fs = yield* FileSystem.FileSystem
    yield* findPerson(id)
    const write = (text: string, flag: "wx" | "w") =>
      Effect.mapError(fs.writeFileString(file, text, { flag, mode: 0o600 }), () => notWritten(file))
    // Before anything is opened and recorded.
    yield* write("", "wx")
    const { counts, document } = yield* personExport(id, Option.getOrUndefined(tfn))
    yield* write(`${JSON.stringify(document, undefined, 2)}\n`, "w")
    yield* answer({ file, counts }, () => [
      `all that is held of the person is in ${file}; only you may read it`,
      ...counts.map((line) => `  ${line}`)
    ])
  })
).pipe(
  Command.withDescription("Write all that is held of a person to a file, for a request of access (APP 12)")
)

const noSessions = new OperatorError({
  problem: "There is no session of this person, only an intent.",
  remedy: "The partner cancels the intent; its data is removed 90 days later."
})

const erasePerson = Command.make(
  "erase",
  { id },
  Effect.fnUntraced(function* ({ id }) {
    const { product_id, sessions } = yield* findPerson(id)
    if (sessions.length === 0) return yield* noSessions
    const endings = yield* SessionEndings
    const by = { actor: yield* operator }
    const erased = yield* Effect.forEach(sessions, (session) =>
      endings.erase(product_id as S.ProductId, session as S.OnboardingSessionId, by).pipe(
        Effect.map((destroyed) =>
          destroyed === undefined ? "was erased before" : `destroyed ${destroyed.join(", ")}`
        ),
        Effect.map((outcome) => ({ session, outcome, isErased: true })),
        Effect.catchTags({
          Conflict: ({ detail }) =>
            Effect.succeed({ session, outcome: `not erased: ${detail}`, isErased: false }),
          NotFound: () => Effect.succeed({ session, outcome: "not found", isErased: false })
        })
      )
    )
    yield* answerList(erased, ({ outcome, session }) => `session ${session}: ${outcome}`)
    yield* unlessDone(
      erased.filter(({ isErased }) => !isErased).length,
      ["session isn't erased.", "sessions aren't erased."],
      "The line of each says why. Run this again when the cause is gone."
    )
  })
).pipe(
  Command.withDescription(
    "Erase the personal data of all sessions of a person, and show what was destroyed; an open session is cancelled"
  )
)

/** `admin person`: what is held of a person, and its erasure. */
export const personCommand = Command.make("person").pipe(
  Command.withDescription("A person: all that is held of them, and its erasure"),
  Command.withSubcommands([exportPerson, erasePerson])
)
