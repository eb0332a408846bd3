import type * as S from "@embedded-super/contracts/schemas"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { basename } from "node:path"
import { audit, operator } from "../platform/audit/audit.ts"
import { newId } from "../platform/ids/newId.ts"
import { answer, answerList, counted } from "../platform/OperatorAnswer.ts"
import { OperatorError } from "../platform/OperatorError.ts"
import { EmployerListImports } from "./EmployerListImports.ts"
import { EmployerLists } from "./EmployerLists.ts"
import { ListSalts } from "./ListSalts.ts"
import type { ListedFile } from "./FilesRepo.ts"

const fund = Flag.String("fund").pipe(Flag.withDescription("The fund's slug"))

const unreadable = new OperatorError({
  problem: "The file can't be read.",
  remedy: "Check its path and who may read it."
})

const readFile = (file: string) =>
  Effect.flatMap(FileSystem.FileSystem, (fs) => fs.readFileString(file)).pipe(
    Effect.mapError(() => unreadable)
  )

const readStandardInput = Effect.flatMap(Stdio.Stdio, ({ stdin }) =>
  Stream.mkString(Stream.decodeText(stdin))
).pipe(Effect.mapError(() => unreadable))

/** The state of a file; for the list in force, also when it goes stale. */
const stateOf = (file: ListedFile): string => {
  if (file.tried_outcome !== null) return `dry run: ${file.tried_outcome}`
  if (!file.is_in_force) return file.state
  return `in force, stale ${file.is_stale ? "since" : "from"} ${file.stale_from?.toISOString()}`
}

const show = Command.make(
  "show",
  {},
  Effect.fnUntraced(function* () {
    yield* answerList(
      yield* (yield* EmployerLists).list(50),
      (file) => {
        const why = file.reason === null ? "" : ` (${file.reason})`
        return `${file.id}  fund ${file.fund}  ${file.file_name}  ${file.received_at.toISOString()}  ${stateOf(file)}${why}  ${counted(file.rows_read, "row")}`
      },
      "No employer list was supplied yet."
    )
  })
).pipe(Command.withDescription("Show the files that funds supplied, newest first, and which are in force"))

const override = Command.make(
  "override",
  { fund },
  Effect.fnUntraced(function* ({ fund }) {
    const file = yield* (yield* EmployerLists).override(fund)
    yield* answer(
      { id: file.id, fund },
      ({ id }) => `file ${id} of fund ${fund} is imported again, without the guards of time and size`
    )
  })
).pipe(
  Command.withDescription(
    "Accept a list that is held for its size, or was refused as too early. Ask the fund first"
  )
)

const refuse = Command.make(
  "refuse",
  { fund },
  Effect.fnUntraced(function* ({ fund }) {
    const file = yield* (yield* EmployerLists).refuse(fund)
    yield* answer(
      { id: file.id, fund },
      ({ id }) => `file ${id} of fund ${fund} is discarded; the list in force stays in force`
    )
  })
).pipe(
  Command.withDescription(
    "Refuse for good a list that is held for its size, or was refused as too early. An undecided list is removed after 35 days"
  )
)

const salt = Command.make(
  "salt",
  {
    fund,
    file: Flag.String("file").pipe(
      Flag.withDescription("A file that holds only the salt; - for standard input (the default)"),
      Flag.withDefault("-")
    )
  },
  Effect.fnUntraced(function* ({ file, fund }) {
    const text = yield* file === "-" ? readStandardInput : readFile(file)
    const { isWeak } = yield* (yield* ListSalts).replace(fund, Redacted.make(text.trim()))
    yield* answer({ fund, isWeak }, () => [
      `fund ${fund} has a new salt for its next list; the list in force keeps its own`,
      ...(isWeak ? ["It is shorter than 16 bytes, so the ABNs can be recovered from the hashes."] : [])
    ])
  })
).pipe(
  Command.withDescription("Set the agreed salt for a fund's hashed lists, from a file or standard input")
)

const importFile = Command.make(
  "import",
  {
    fund,
    file: Flag.String("file").pipe(Flag.withDescription("The CSV file")),
    override: Flag.Boolean("override").pipe(
      Flag.withDescription("Without the guards of time and size"),
      Flag.withDefault(false)
    ),
    dryRun: Flag.Boolean("dry-run").pipe(
      Flag.withDescription("Only show what would happen"),
      Flag.withDefault(false)
    )
  },
  Effect.fnUntraced(function* ({ dryRun, file, fund, override }) {
    const { id: fundId } = yield* (yield* EmployerLists).fund(fund)
    const fs = yield* FileSystem.FileSystem
    if (!(yield* Effect.orElseSucceed(fs.exists(file), () => false))) return yield* unreadable
    const imports = yield* EmployerListImports
    const id = yield* newId
    const fileName = basename(file)
      .replace(/[^A-Za-z0-9._-]/g, "_")
      .replace(/^[^A-Za-z0-9]+/, "")
      .slice(-100)
    yield* Effect.orDie(
      imports.receive({
        id,
        fundId,
        fileName: fileName || "list.csv",
        expectedSha256: null,
        overridden: override,
        dryRun
      })
    )
    const result = Option.getOrThrow(yield* Effect.orDie(imports.run(id, file)))
    if (!dryRun) {
      yield* audit({
        actor: yield* operator,
        action: "employer_list.import",
        entity: { kind: "fund", id: fundId },
        detail: { slug: fund, file_id: id, outcome: result.outcome, rows: result.rows, overridden: override }
      })
    }
    yield* Effect.orDie(imports.tidy)
    yield* answer(result, () => [
      summaryOf(result),
      ...result.findings.map(
        ({ code, detail, line }) => `  ${line === undefined ? "" : `line ${line}: `}${code}  ${detail}`
      )
    ])
  })
).pipe(Command.withDescription("Import a fund's list from a file on this machine"))

const summaryOf = ({
  accepted_rows,
  bad_rows,
  dry_run,
  outcome,
  reason,
  rows
}: S.EmployerListResult): string => {
  if (outcome !== "accepted") {
    const line = reason?.line === undefined ? "" : ` (line ${reason.line})`
    return `${dry_run === true ? "would be " : ""}${outcome}: ${reason?.detail ?? ""}${line}`
  }
  const read = `(${counted(rows, "row")}, ${bad_rows} bad)`
  return dry_run === true
    ? `would be accepted: ${counted(accepted_rows, "employer")} ${read}; nothing was changed`
    : `accepted: ${counted(accepted_rows, "employer")} ${accepted_rows === 1 ? "is" : "are"} in force ${read}`
}

/** `admin employer-list`: the lists of employers that funds supply. */
export const employerListCommand = Command.make("employer-list").pipe(
  Command.withDescription("Lists of employers that funds supply: what is in force, salts, overrides"),
  Command.withSubcommands([show, override, refuse, salt, importFile])
)
