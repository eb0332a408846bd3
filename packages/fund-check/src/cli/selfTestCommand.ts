import * as Command from "effect/cli/Command"
import { lazily } from "./lazily.ts"

export const selfTestCommand = Command.make(
  "self-test",
  {},
  lazily(
    () => import("./selfTest.ts"),
    ({ selfTest }) =>
      () =>
        selfTest
  )
).pipe(Command.withDescription("Run the kit against a small correct fund and a wrong one, both built in"))
