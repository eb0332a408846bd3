import { createRequire } from "node:module"
import { expect, it } from "vitest"
import { UsageError } from "@embedded-super/program/commandLine"
import { BLOCKED_PORTS, startOptions } from "./options.ts"

it("the ports that browsers block are those that fetch blocks", () => {
  const { badPorts } = createRequire(import.meta.url)("undici/lib/web/fetch/constants.js")
  expect([...BLOCKED_PORTS].map(String)).toStrictEqual(badPorts)
})

it.each(["port", "fund-port", "partner-port"])(
  "start refuses a blocked --%s before it starts anything",
  (name) => {
    expect(() => startOptions([`--${name}`, "4190"])).toThrow(
      new UsageError(`Browsers and fetch refuse to open port 4190. Choose another with --${name}.`)
    )
  }
)
