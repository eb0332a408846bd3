import * as Layer from "effect/Layer"
import { EmployerListImports } from "./EmployerListImports.ts"
import { EmployerLists } from "./EmployerLists.ts"
import { ListSalts } from "./ListSalts.ts"
import { SftpAccounts } from "./sftp/SftpAccounts.ts"

/** Employer lists: their operations, imports, salts and SFTP accounts. */
export const EmployerListServices = Layer.mergeAll(
  EmployerLists.layer,
  EmployerListImports.layer,
  SftpAccounts.layer
).pipe(Layer.provideMerge(ListSalts.layer))
