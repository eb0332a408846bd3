import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { toTimestamp } from "../platform/time/timestamp.ts"
import type { ListedKey } from "./ApiKeysRepo.ts"
import { operatorKeys } from "./OperatorKeys.ts"

const partner = Flag.String("partner").pipe(Flag.withDescription("The partner's slug"))

const stateOf = ({ deactivated_at, last_used_at }: ListedKey): string => {
  const used = last_used_at === null ? "never used" : `last used ${toTimestamp(last_used_at)}`
  return deactivated_at === null ? `works, ${used}` : `deactivated ${toTimestamp(deactivated_at)}, ${used}`
}

const list = Command.make(
  "list",
  { partner },
  Effect.fnUntraced(function* ({ partner }) {
    for (const key of yield* (yield* operatorKeys).list(partner)) {
      const owner = key.product_id === null ? "the partner itself" : `product ${key.product_id}`
      yield* Console.log(`${key.hint}  ${owner}  ${stateOf(key)}`)
    }
  })
).pipe(Command.withDescription("Show the keys of a partner and its products, never the secret part"))

const create = Command.make(
  "create",
  { partner },
  Effect.fnUntraced(function* ({ partner }) {
    const key = yield* (yield* operatorKeys).create(partner)
    yield* Console.log(`partner key, shown this once: ${Redacted.value(key)}`)
    yield* Console.log("The previous key still works. Deactivate it when the partner uses the new one.")
  })
).pipe(Command.withDescription("Make a partner's next key, and show it once"))

const deactivate = Command.make(
  "deactivate",
  {
    key: Argument.String("key").pipe(
      Argument.withDescription("The beginning of the key, such as partner_live_AbCd1234; not the whole key")
    )
  },
  Effect.fnUntraced(function* ({ key }) {
    const ended = yield* (yield* operatorKeys).deactivate(key)
    yield* Console.log(ended ? "the key no longer works" : "the key had been deactivated before")
  })
).pipe(Command.withDescription("Deactivate a key of a partner or a product, at once and permanently"))

/** `admin key`: replaces API keys that leaked, were lost, or are due for rotation. */
export const keyCommand = Command.make("key").pipe(
  Command.withDescription("API keys of partners and their products"),
  Command.withSubcommands([list, create, deactivate])
)
