import type { CheckKit, CheckMode, WebUrl } from "@embedded-super/contracts/schemas"
import type * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import { docsUrlFlag } from "./docsUrlFlag.ts"
import { seedFlag } from "./seed.ts"

/** The flags of `run` that both kits have. `example` names a group and a check. */
export const runFlags = (kit: CheckKit, example: string) => ({
  seed: seedFlag,
  docsUrl: docsUrlFlag,
  out: Flag.String("out").pipe(
    Flag.withDescription(`Folder for the report; by default ${kit}-report`),
    Flag.withDefault(`${kit}-report`)
  ),
  names: Argument.String("group-or-id").pipe(
    Argument.withDescription(`Only these groups and checks, such as ${example}`),
    Argument.variadic()
  )
})

/** These flags as they were given, with the mode. */
export interface GivenRun {
  readonly mode: CheckMode
  readonly seed: Option.Option<number>
  readonly docsUrl: Option.Option<WebUrl>
  readonly out: string
  readonly names: ReadonlyArray<string>
}
