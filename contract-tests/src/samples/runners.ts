/** How the sample of each language is run, as a reader would: typed into a shell, or saved as a file and started. */
import { execFile, execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"

export interface Ran {
  readonly code: number
  /** Everything that it printed. */
  readonly printed: string
}

export interface Runner {
  readonly language: string
  /** Tools that have to be there. */
  readonly needs: ReadonlyArray<string>
  readonly run: (text: string, variables: Readonly<Record<string, string>>) => Promise<Ran>
}

const folder = mkdtempSync(join(tmpdir(), "embedded-super-samples-"))

export const removeSamples = () => rmSync(folder, { recursive: true, force: true })

const started = (
  command: string,
  args: ReadonlyArray<string>,
  variables: Readonly<Record<string, string>>
): Promise<Ran> =>
  new Promise((resolve) => {
    const options = { cwd: folder, env: { ...process.env, ...variables } }
    execFile(command, args, options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), printed: stdout + stderr })
    )
  })

const saved = (name: string, text: string): string => {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

/** The SDK where a program finds it, as if it were installed. */
const installSdk = () => {
  const scope = join(folder, "node_modules/@embedded-super")
  mkdirSync(scope, { recursive: true })
  symlinkSync(
    fileURLToPath(new URL("../../../packages/partner-sdk", import.meta.url)),
    join(scope, "partner-sdk")
  )
}

let python: string | undefined
const pythonWithRequests = () => {
  if (python === undefined) {
    execFileSync("python3", ["-m", "venv", join(folder, "venv")])
    python = join(folder, "venv/bin/python")
    execFileSync(python, ["-m", "pip", "install", "--quiet", "requests==2.32.5"])
  }
  return python
}

let hasSdk = false

export const runners: ReadonlyArray<Runner> = [
  {
    language: "curl",
    needs: ["curl"],
    // A refusal ends a program of the other languages. Here it is seen by the exit code, too.
    run: (text, variables) =>
      started("sh", ["-c", `curl() { command curl -sS --fail-with-body "$@"; }\n${text}`], variables)
  },
  {
    language: "TypeScript",
    needs: [],
    run: (text, variables) => {
      if (!hasSdk) installSdk()
      hasSdk = true
      return started(process.execPath, [saved("sample.ts", text)], variables)
    }
  },
  {
    language: "Python",
    needs: ["python3"],
    run: (text, variables) => started(pythonWithRequests(), [saved("sample.py", text)], variables)
  },
  {
    language: "Go",
    needs: ["go"],
    run: (text, variables) => started("go", ["run", saved("sample.go", text)], variables)
  }
]
