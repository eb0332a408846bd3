/** The embedded database with many kills; hundreds with KILL_ROUNDS=250. */
import process from "node:process"

process.env["KILL_ROUNDS"] ??= "10"

await import("./EmbeddedPostgres.program.test.ts")
