import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { userInfo } from "node:os"
import process from "node:process"
import { setting } from "../config/setting.ts"
import { OperatorError } from "../OperatorError.ts"

const EXPECTED = "letters, digits and . _ @ + -, beginning with a letter or digit, at most 100"

const nameIn = (text: string) => (/^[A-Za-z0-9][A-Za-z0-9._@+-]{0,99}$/.test(text) ? text : undefined)

/** The name that the person at the command line gave; undefined if none. */
export const OperatorName = Context.Reference<string | undefined>(
  "@embedded-super/service/platform/audit/operatorName/OperatorName",
  { defaultValue: () => undefined }
)

/**
 * The operator's name, from `--as`, else from `OPERATOR`. The flag wins, because it is given for one command; the
 * variable may be in the profile of an account that several people use. Nothing proves the name: the audit log also
 * keeps the account of the operating system.
 */
export const operatorName = (flag: Option.Option<string>) =>
  Layer.effect(
    OperatorName,
    Effect.gen(function* () {
      if (Option.isSome(flag)) return nameIn(flag.value) ?? (yield* badName)
      const given = yield* setting("OPERATOR", `an operator's name: ${EXPECTED}`, nameIn)
      return Option.getOrUndefined(given)
    })
  )

const badName = new OperatorError({
  problem: "The name in --as can't be used.",
  remedy: `Give ${EXPECTED}.`
})

/** The account that runs this process. An account without a name, as containers have it, is named by its number. */
export const account = Effect.try({ try: () => userInfo().username, catch: () => "nameless" as const }).pipe(
  Effect.orElseSucceed(() => `uid ${process.getuid?.() ?? "unknown"}`)
)
