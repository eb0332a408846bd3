import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { makeFolders } from "./folders.ts"

// Node's own `recursive` never ends here.
it.effect("a place of SFTP that the system refuses ends at once", () =>
  Effect.gen(function* () {
    const exit = yield* Effect.exit(makeFolders(["/proc/embedded-super/inbox"]))
    assert.isTrue(Exit.isFailure(exit))
  }).pipe(Effect.provide(NodeServices.layer))
)
