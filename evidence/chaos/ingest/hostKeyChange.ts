import { freePort } from "@embedded-super/program/freePorts"
import { ListLookup } from "@embedded-super/service/funds"
import * as Effect from "effect/Effect"
import type { WholeService } from "../registration/scene.ts"
import { exactly } from "../Row.ts"
import type { Cell } from "../world/Cell.ts"
import { type Keys, startSftp } from "../world/programsOf.ts"
import { meetsAnother, startPinningFunds } from "./pinningFunds.ts"

/** Uploads of each fund, on average, between two steps. */
const BETWEEN = 2

interface PublicKey {
  readonly public_key: string
}

/**
 * The SFTP server's own key is replaced under uploads, in the order of the operators' guide: the funds pin the next key beside the
 * current one before the change, and forget the old one after the restart.
 */
export const hostKeyChange = Effect.fnUntraced(function* (
  cell: Cell,
  run: WholeService,
  keys: Keys,
  /** `admin sftp`, which prints JSON. */
  sftp: (command: string) => Effect.Effect<string>,
  { folder, funds: count }: { readonly folder: string; readonly funds: number }
) {
  const port = yield* Effect.promise(freePort)
  const start = Effect.tap(startSftp(cell, keys, port, folder), ({ ready }) => ready)
  const before = yield* start
  const { current: old }: { readonly current: PublicKey } = JSON.parse(yield* sftp("host-key"))

  return yield* Effect.gen(function* () {
    const funds = yield* startPinningFunds(port, count, old.public_key)
    yield* funds.uploadMore(BETWEEN)
    const next: PublicKey = JSON.parse(yield* sftp("next-host-key"))
    yield* funds.pin(old.public_key, next.public_key)
    yield* funds.uploadMore(BETWEEN)
    yield* sftp("change-host-key")
    yield* before.signal("SIGTERM")
    yield* before.ended
    const after = yield* start
    yield* funds.uploadMore(BETWEEN)
    yield* funds.pin(next.public_key)
    yield* funds.uploadMore(BETWEEN)
    const isAnother = yield* meetsAnother(port, old.public_key)
    const figures = yield* funds.leave
    return {
      printed: [before.printed(), after.printed()],
      figures: [
        ...figures,
        exactly(
          "clients with the old key alone that were shown another after the restart",
          isAnother ? 1 : 0,
          1
        )
      ]
    }
  }).pipe(Effect.scoped, Effect.provide(ListLookup.layer), run)
})
