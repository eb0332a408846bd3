import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Effect from "effect/Effect"
import { removeDatabase } from "../../packages/service/src/platform/database/embedded/removeDatabase.ts"
import { CannotStart } from "./CannotStart.ts"

/** Removes the embedded database in a folder, wherever it lies; returns the folders that are gone. */
export const removeData = (folder: string): Promise<ReadonlyArray<string>> =>
  removeDatabase(folder).pipe(
    Effect.catchTag("OperatorError", ({ problem, remedy }) =>
      Effect.fail(new CannotStart(`${problem}\n${remedy}`))
    ),
    Effect.provide(NodeFileSystem.layer),
    Effect.runPromise
  )
