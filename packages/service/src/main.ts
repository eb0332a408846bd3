/**
 * The program. It consists of more than a thousand modules; Node's compile cache halves the time that they take to load
 * from the second start on. The cache is below `.data`, not in the system's temporary folder: another user of the
 * machine could put code there. `NODE_COMPILE_CACHE` names another folder; in one that can't be written to, starts are slow.
 *
 * The trap (D-quick-starts): static imports are loaded before the first line runs. So the program is imported below that line.
 */
import "./platform/smallHeap.ts"
import { enableCompileCache } from "node:module"
import { join } from "node:path"
import { projectRoot } from "./platform/config/projectRoot.ts"

enableCompileCache(join(projectRoot, ".data/compile-cache"))

const [{ runMain }, { commandLine }] = await Promise.all([
  import("@embedded-super/program/runMain"),
  import("./commands/commandLine.ts")
])

runMain(commandLine)
