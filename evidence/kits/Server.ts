/** A server that a kit is tested with: correct, or with one fault. */
import type { CheckReport } from "@embedded-super/contracts/schemas"
import type * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"

/** The options of one run of the kit. */
export interface Chosen {
  readonly seed: number
  /** Groups and ids; empty for all. */
  readonly names?: ReadonlyArray<string>
}

export type Start = Effect.Effect<Check, unknown, Scope>

/** Runs the kit against the started server. */
export type Check = (chosen: Chosen) => Effect.Effect<CheckReport, unknown>

/** The one mistake that a server makes, all the time. */
export interface ServerFault {
  /** The server's behaviour, one sentence in the present tense. */
  readonly sentence: string
  /** The checks that find it, the one that names it best first. */
  readonly killedBy: readonly [string, ...ReadonlyArray<string>]
  /** The finding of the first check in `killedBy`: `fail: ` or `warn: `, and its sentence. */
  readonly finding: string
}

export interface Server {
  readonly name: string
  /** The tool without which it can't be started. Left out: the simulator, which runs in this process. */
  readonly needs?: string
  /** The checks that wait for it take most of its run: it may run beside others. Left out, it runs alone. */
  readonly waits?: boolean
  /** Starts it, until the scope ends: by https if it has that. */
  readonly start: Start
  /** Starts it by plain http, where it can be called so: TLS takes more than half of a run's time. */
  readonly startPlainly?: Start
}

export interface WrongServer extends Server {
  readonly fault: ServerFault
}

export interface CorrectServer extends Server {
  /** The checks that warn about a recommendation that it leaves out. */
  readonly warned?: ReadonlyArray<string>
}

// How a server of another language is started. Go and Java programs are compiled once: `go run` would leave its child
// running, and Java would compile at every start.

type Command = readonly [command: string, args: ReadonlyArray<string>]

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "embedded-super-server-"))
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const builtGo = (file: string): Command => {
  const program = join(newFolder(), "server")
  execFileSync("go", ["build", "-o", program, file], { env: { ...process.env, GOFLAGS: "-mod=mod" } })
  return [program, []]
}

const json = fileURLToPath(new URL("servers/java/Json.java", import.meta.url))

const builtJava = (file: string): Command => {
  const folder = newFolder()
  execFileSync("javac", ["-d", folder, json, file])
  // A server that lives for seconds: what makes a JVM fast after minutes only makes it slow to start.
  return ["java", ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", folder, basename(file, ".java")]]
}

const built = new Map<string, Command>()

/** The command that runs the server of a file, by the tool that it needs. */
export const commandOf = (needs: string, file: string): Command => {
  const known = built.get(file)
  if (known !== undefined) return known
  const interpreter = needs === "node" ? process.execPath : needs
  const command: Command =
    needs === "go" ? builtGo(file) : needs === "java" ? builtJava(file) : [interpreter, [file]]
  built.set(file, command)
  return command
}
