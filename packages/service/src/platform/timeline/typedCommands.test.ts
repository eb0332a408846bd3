import { assert, it } from "@effect/vitest"
import { join } from "node:path"
import { projectRoot } from "../config/projectRoot.ts"
import { startCommand, typedCommands } from "./typedCommands.ts"

const typed = (dataDir: string) => typedCommands({ dataDir })

it("each command is as it is typed, with the data folder of this start", () => {
  assert.strictEqual(
    typed("/srv/demo")("`admin fund-calls enter-number 1 NUMBER`, or `admin fund-calls release 1`"),
    "`npx --yes pnpm@12.21.0 admin fund-calls enter-number 1 NUMBER --dev --data-dir /srv/demo`, or " +
      "`npx --yes pnpm@12.21.0 admin fund-calls release 1 --dev --data-dir /srv/demo`"
  )
  assert.strictEqual(
    typed("/srv/my demo")("`admin fund list`"),
    "`npx --yes pnpm@12.21.0 admin fund list --dev --data-dir '/srv/my demo'`"
  )
})

it("a folder of the project is named from there, and the one by default not at all", () => {
  assert.include(typed(join(projectRoot, "demo"))("`admin fund list`"), "--data-dir demo`")
  assert.strictEqual(
    typed(join(projectRoot, ".data"))("`admin fund list`"),
    "`npx --yes pnpm@12.21.0 admin fund list --dev`"
  )
})

it("`start` is typed with the same folder", () => {
  assert.strictEqual(
    startCommand({ dataDir: "/srv/demo" }),
    "`npx --yes pnpm@12.21.0 start --data-dir /srv/demo`"
  )
  assert.strictEqual(startCommand({ dataDir: join(projectRoot, ".data") }), "`npx --yes pnpm@12.21.0 start`")
})

it("changes nothing else", () => {
  const text = "An admin `call`, and `pnpm start`."
  assert.strictEqual(typed("/srv/demo")(text), text)
})
