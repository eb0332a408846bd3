#!/usr/bin/env node
import { join, resolve } from "node:path"
import { formatFinding, SpecError } from "./findings.ts"
import { generate } from "./generate.ts"
import { compare, write } from "./output/write.ts"
import { findSources } from "./sources.ts"

const usage = `node packages/codegen/src/main.ts [--check]

Generates packages/contracts from specs/. With --check nothing is written: the files that would change are listed, and
the exit code is 1 if there are any.
`

const top = resolve(import.meta.dirname, "../../..")
const contracts = join(top, "packages/contracts")

const run = (args: ReadonlyArray<string>): number => {
  const unknown = args.filter((arg) => arg !== "--check")
  if (unknown.length > 0) {
    process.stderr.write(usage)
    return 2
  }
  const checking = args.includes("--check")
  try {
    const files = generate(findSources(join(top, "specs")))
    const differences = checking ? compare(contracts, files) : write(contracts, files)
    for (const { kind, path } of differences) process.stdout.write(`${kind}: packages/contracts/${path}\n`)
    const took = Math.round(process.uptime() * 1000)
    const changed = differences.length === 0 ? "nothing to change" : `${differences.length} to change`
    process.stdout.write(
      `${files.size} files from specs/ in ${took} ms, ${checking ? changed : `${differences.length} written`}\n`
    )
    return checking && differences.length > 0 ? 1 : 0
  } catch (error) {
    if (!(error instanceof SpecError)) throw error
    process.stderr.write(`${error.findings.map((finding) => `specs/${formatFinding(finding)}\n`).join("")}`)
    process.stderr.write(`${error.findings.length} findings; nothing was written\n`)
    return 1
  }
}

process.exitCode = run(process.argv.slice(2))
