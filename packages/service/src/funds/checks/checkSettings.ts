import { FundCheckSettings, type FundId, type FundProfile } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { Cell } from "../../platform/crypto/envelope.ts"
import type { Vault } from "../../platform/crypto/Vault.ts"

const json = Schema.fromJsonString(FundCheckSettings)
const encode = Schema.encodeEffect(json)
const decode = Schema.decodeUnknownEffect(json)

const cellOf = (fundId: FundId): Cell => ({
  table: "funds",
  column: "check_settings",
  tenant: fundId,
  row: fundId
})

/** The sealed section; null if the profile has none. */
export const sealedCheckSettings = Effect.fnUntraced(function* (
  vault: Vault["Service"],
  fundId: FundId,
  { check }: FundProfile
) {
  if (check === undefined) return null
  return yield* vault.seal(cellOf(fundId), yield* Effect.orDie(encode(check)))
})

/** The section that was sealed for this fund. */
export const openedCheckSettings = (vault: Vault["Service"], fundId: FundId, sealed: Uint8Array) =>
  vault.open(cellOf(fundId), sealed).pipe(
    Effect.flatMap((text) => decode(Redacted.value(text))),
    Effect.orDie
  )
