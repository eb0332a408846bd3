/**
 * Runs a program of the project as npx and pnpm do: each in a shell of the previous one, whose end it doesn't detect.
 * `packageManager.ts npx,pnpm scripts/start.ts …`
 */
import { spawn } from "node:child_process"
import process from "node:process"

const [names = "", ...command] = process.argv.slice(2)
const [name = "", ...others] = names.split(",")
const next = others.length === 0 ? command : [import.meta.filename, others.join(","), ...command]

process.title = name
console.log(`${name} is process ${process.pid}`)
spawn("sh", ["-c", '"$0" "$@"; exit $?', process.execPath, ...next], {
  stdio: "inherit",
  // As in pnpm: a signal to one group doesn't reach the other.
  detached: true
}).on("close", (code) => process.exit(code ?? 1))
