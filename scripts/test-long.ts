/** `pnpm test:long`: what takes minutes, or needs tools that npm doesn't install; CI runs `test` alone. */
import { spawn } from "node:child_process"
import process from "node:process"
import { commandLine, readFlags } from "./support/commandLine.ts"

const usage = `test:long: the tests that take minutes, or need tools that npm doesn't install (Java, Go, Python, Rust)

  test:long foreign-clients    the files whose path holds this
  test:long -- -t "Rust"       vitest with options of its own`

const { positionals } = commandLine(usage, (args) => readFlags(args, {}, Number.POSITIVE_INFINITY))
const child = spawn("vitest", ["run", "--config", "vitest.long.config.ts", ...positionals], {
  stdio: "inherit"
})
child.on("error", () => (process.exitCode = 1))
child.on("close", (code) => (process.exitCode = code ?? 1))
