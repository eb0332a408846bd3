import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { fundsRepo, type StoredFund } from "../funds/FundsRepo.ts"
import { audit, operator, type AuditEntry } from "../platform/audit/audit.ts"
import { OperatorError } from "../platform/OperatorError.ts"
import { filesRepo, type ListedFile } from "./FilesRepo.ts"
import { listsRepo } from "./ListsRepo.ts"
import { operation, transactions } from "../platform/database/operation.ts"
import { EmployerListImports } from "./EmployerListImports.ts"
import { ListSalts } from "./ListSalts.ts"
import { SftpAccounts } from "./sftp/SftpAccounts.ts"

/**
 * Employer lists for operators: supplied files, lists in force, and the decision on a file that was held or came too
 * early.
 */
export class EmployerLists extends Context.Service<
  EmployerLists,
  {
    /** Newest files first. */
    readonly list: (limit: number) => Effect.Effect<ReadonlyArray<ListedFile>>
    /** The fund with this slug. */
    readonly fund: (slug: string) => Effect.Effect<StoredFund, OperatorError>
    /**
     * Imports the fund's newest file without mistakes again, without the guards of time and size. The file must have
     * been held, or refused as too early. The operator has confirmed with the fund that the list is right.
     */
    readonly override: (slug: string) => Effect.Effect<ListedFile, OperatorError>
    /**
     * Refuses that file for good; the file is then deleted. If it was held because it shrank, every employer of the
     * list in force matches again.
     */
    readonly refuse: (slug: string) => Effect.Effect<ListedFile, OperatorError>
  }
>()("@embedded-super/service/employer-lists/EmployerLists") {
  static readonly layer = Layer.effect(
    EmployerLists,
    Effect.gen(function* () {
      const transaction = yield* transactions
      const funds = yield* fundsRepo
      const files = yield* filesRepo
      const lists = yield* listsRepo

      /** The fund's file that awaits an operator's decision; fails if there is none or it is being imported. */
      const undecided = Effect.fnUntraced(function* (slug: string) {
        const { id } = yield* funds.named(slug)
        const file = yield* files.lockNewestOpen(id)
        const isUndecided = file !== undefined && (file.state === "held" || file.state === "refused")
        return isUndecided ? { file, fundId: id } : yield* nothingHeld(slug)
      })

      const record = Effect.fnUntraced(function* (
        action: AuditEntry["action"],
        slug: string,
        id: string,
        file: ListedFile
      ) {
        yield* audit({
          actor: yield* operator,
          action,
          entity: { kind: "fund", id },
          detail: { slug, file_id: file.id, because: file.reason ?? "" }
        })
        return file
      })

      return EmployerLists.of({
        list: (limit) => Effect.orDie(files.newest(limit)),

        fund: operation("EmployerLists.fund")(function* (slug) {
          return yield* funds.named(slug)
        }),

        override: transaction("EmployerLists.override")(function* (slug) {
          const { file, fundId } = yield* undecided(slug)
          yield* files.override(file.id)
          return yield* record("employer_list.override", slug, fundId, file)
        }),

        refuse: transaction("EmployerLists.refuse")(function* (slug) {
          const { file, fundId } = yield* undecided(slug)
          yield* files.close(file.id)
          if (file.state === "held") yield* lists.removeHold(fundId)
          return yield* record("employer_list.refuse", slug, fundId, file)
        })
      })
    })
  )
}

const nothingHeld = (slug: string) =>
  new OperatorError({
    problem: `The fund ${slug} has no list that awaits a decision: none is held, or was refused as too early.`,
    remedy: "See `admin employer-list show`; a file with mistakes has to be supplied again."
  })

/** Employer lists: their operations, imports, salts and SFTP accounts. */
export const EmployerListServices = Layer.mergeAll(
  EmployerLists.layer,
  EmployerListImports.layer,
  SftpAccounts.layer
).pipe(Layer.provideMerge(ListSalts.layer))
