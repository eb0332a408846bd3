import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { expect, it } from "vitest"
import { NEEDS_OPEN_SSH, withOpenSsh } from "@embedded-super/service/testing/sftp"
import { measure } from "./measure.ts"

/** How fast this machine is, `pnpm bench` judges, on a quiet one. */
const isSpeed = /ratio/

it.skipIf(!withOpenSsh)(
  `the service imports a hashed list by OpenSSH's sftp in less than 300 MiB, and no lookup is wrong meanwhile${NEEDS_OPEN_SSH}`,
  async () => {
    const figures = await measure({
      rounds: 2,
      rows: 20_000,
      others: 0,
      lookups: 0,
      databaseSettings: ["fsync=off", "synchronous_commit=off"],
      say: () => Effect.void
    }).pipe(
      Effect.scoped,
      Effect.provide(NodeServices.layer),
      Effect.provide(Logger.layer([])),
      Effect.runPromise
    )
    expect(figures.length).toBeGreaterThan(6)
    expect(figures.filter(({ pass, what }) => !pass && !isSpeed.test(what))).toEqual([])
  },
  120_000
)
