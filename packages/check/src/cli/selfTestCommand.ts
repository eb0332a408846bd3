import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { lazily } from "./lazily.ts"
import type { SelfTest } from "./selfTesting.ts"

export interface SelfTested<R> {
  /** "fund". */
  readonly subject: string
  readonly load: () => Promise<Pick<SelfTest<R>, "checked" | "groups">>
}

/** `self-test`: its first line comes before the checks are loaded. */
export const selfTestCommand = <R>({ load, subject }: SelfTested<R>) =>
  Command.make(
    "self-test",
    {},
    lazily(
      () => import("./selfTesting.ts"),
      ({ selfTesting }) =>
        () =>
          selfTesting({ subject, load: Effect.promise(load) })
    )
  ).pipe(
    Command.withDescription(`Run the kit against a small correct ${subject} and a wrong one, both built in`)
  )
