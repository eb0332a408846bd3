/**
 * How a server of another language is started. Go and Java programs are compiled once: `go run` would leave its child
 * running, and Java would compile at every start.
 */
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"

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

const json = fileURLToPath(new URL("java/Json.java", import.meta.url))

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
