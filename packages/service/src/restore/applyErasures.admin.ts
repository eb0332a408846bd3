/**
 * `admin restore erasures`: erases again what was erased after the moment to which the database was restored, as the journal
 * of erasures says (`personal-data/ErasureJournal`). Running it twice changes nothing more.
 */
import type * as S from "@embedded-super/contracts/schemas"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { SessionEndings } from "../onboarding-sessions/SessionEndings.ts"
import { Erasure } from "../personal-data/ErasureJournal.ts"
import { audit, operator } from "../platform/audit/audit.ts"
import { answer } from "../platform/OperatorAnswer.ts"
import { OperatorError, readTextFile, unlessDone } from "../platform/OperatorError.ts"
import { isUnsaid, servedDatabaseRepo } from "../platform/outgoing/ServedDatabaseRepo.ts"

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(Erasure))

const badLine = (file: string, line: number) =>
  new OperatorError({
    problem: `Line ${line} of ${file} is no line of a journal of erasures. Nothing was erased.`,
    remedy: 'Give a file of lines such as {"session":"…","product":"…","erased_at":"…"}.'
  })

const readJournal = Effect.fnUntraced(function* (file: string) {
  const lines = (yield* readTextFile(file)).split("\n")
  return yield* Effect.forEach(
    lines.flatMap((text, index) => (text.trim() === "" ? [] : [{ text, line: index + 1 }])),
    ({ line, text }) => Effect.mapError(decode(text), () => badLine(file, line))
  )
})

export const applyErasures = Command.make(
  "erasures",
  {
    files: Argument.String("file").pipe(
      Argument.withDescription("A journal of erasures (ERASURES_FILE); one of each machine that had its own"),
      Argument.variadic({ min: 1 })
    )
  },
  Effect.fnUntraced(function* ({ files }) {
    const endings = yield* SessionEndings
    const actor = yield* operator
    const found = (yield* Effect.forEach(files, readJournal)).flat()
    const journal = new Map(found.map((erasure) => [erasure.session, erasure.product]))
    const waiting: Array<string> = []
    const counts = { erased: 0, before: 0, unknown: 0, waiting: 0 }
    for (const [session, product] of journal) {
      const outcome = yield* endings
        .erase(product as S.ProductId, session as S.OnboardingSessionId, { actor })
        .pipe(
          Effect.map((destroyed) => (destroyed === undefined ? ("before" as const) : ("erased" as const))),
          Effect.catchTag("NotFound", () => Effect.succeed("unknown" as const)),
          Effect.catchTag("Conflict", () => Effect.succeed("waiting" as const))
        )
      counts[outcome] += 1
      if (outcome === "waiting") waiting.push(session)
    }
    const database = yield* Effect.catchIf((yield* servedDatabaseRepo).identity, isUnsaid, () =>
      Effect.succeed("unknown")
    )
    yield* audit({ actor, action: "restore.erasures", detail: { ...counts, database } })
    yield* answer({ ...counts, waiting }, () => [
      ...waiting.map((session) => `  ${session} waits for its fund: erase it when it has ended`),
      `${counts.erased} erased again, ${counts.before} were erased, ${counts.unknown} aren't in this database, ${counts.waiting} can't be erased yet`
    ])
    yield* unlessDone(
      counts.waiting,
      ["session of the journal isn't erased.", "sessions of the journal aren't erased."],
      "Run this again when they have ended; `admin session show` says what each waits for."
    )
  })
).pipe(
  Command.withDescription("Erase again what the journal of erasures names, after a restore to before it")
)
