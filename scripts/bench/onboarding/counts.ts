import * as Effect from "effect/Effect"
import { mkdirSync, writeFileSync } from "node:fs"
import { footprint, type Footprint } from "./footprint.ts"
import { type Equipment, load } from "./load.ts"
import { serve, type Side } from "./Side.ts"
import { startProxy } from "./startProxy.ts"

const FOLDER = ".data/bench"

/** Lists what each onboarding takes, for those who want to lower it. */
const listed = ({ byStatement, byTable, statements }: Footprint): string =>
  [
    `${statements.toFixed(1)} statements for each onboarding. These are not BEGIN and COMMIT; with bytes of WAL, and milliseconds:`,
    ...byStatement.map(
      ({ calls, ms, query, wal }) =>
        `${calls.toFixed(2).padStart(8)} ${Math.round(wal).toString().padStart(7)} ${ms.toFixed(2).padStart(7)}  ${query}`
    ),
    "",
    "Bytes of tables for each onboarding:",
    ...byTable.map(({ bytes, table }) => `${Math.round(bytes).toString().padStart(8)}  ${table}`)
  ].join("\n")

interface Options {
  readonly quick: boolean
  readonly postmaster: number
  readonly say: (text: string) => Effect.Effect<void>
}

/** Counts what an onboarding takes, with a service that reaches PostgreSQL over the counting proxy. */
export const counts = (equipment: Equipment, side: Side, { postmaster, quick, say }: Options) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { port, sent } = yield* startProxy(side.server)
      const serving = yield* serve(side, { postgresPort: port })
      // The first ones make the code fast, and fill pages that are half empty.
      yield* load(equipment, serving, 240, quick ? 10 : 60)
      // So many that what stays free on each table's last page counts for little.
      const measured = yield* footprint(
        equipment,
        { postmaster, serving, sent },
        quick ? { count: 20, perMinute: 240 } : { count: 600, perMinute: 300 }
      )
      const file = `${FOLDER}/onboarding-${side.name}.txt`
      mkdirSync(FOLDER, { recursive: true })
      writeFileSync(file, `${listed(measured)}\n`)
      yield* say(
        `${side.name}: ${measured.statements.toFixed(1)} statements, ${(measured.wal / 1000).toFixed(1)} KB WAL, ` +
          `${(measured.tables / 1000).toFixed(1)} KB of tables for each; ${file}`
      )
      return measured
    })
  )
