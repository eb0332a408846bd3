#!/usr/bin/env node
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { reportFindings } from "./findings.ts"
import { generate } from "./generate.ts"
import { buildBundles } from "./output/bundles.ts"
import { compare, write } from "./output/write.ts"
import { findSources } from "./sources.ts"

const usage = `generate: writes packages/contracts from specs/

  --check   writes nothing: lists the committed files that would change, and ends with 1 if there are any
`

const top = resolve(import.meta.dirname, "../../..")
const contracts = join(top, "packages/contracts")

const readFlags = () => {
  try {
    return parseArgs({ options: { check: { type: "boolean" }, help: { type: "boolean", short: "h" } } })
      .values
  } catch (error) {
    const [problem = ""] = (error instanceof Error ? error.message : String(error)).split(/\. |\n/)
    return `${problem}; see --help.\n`
  }
}

const run = async (): Promise<number> => {
  const flags = readFlags()
  if (typeof flags === "string") {
    process.stderr.write(flags)
    return 2
  }
  if (flags.help === true) {
    process.stdout.write(usage)
    return 0
  }
  const checking = flags.check === true
  try {
    const files = generate(findSources(join(top, "specs")))
    const differences = checking ? compare(contracts, files) : write(contracts, files)
    for (const { kind, path } of differences) process.stdout.write(`${kind}: packages/contracts/${path}\n`)
    if (!checking && (await buildBundles(top))) process.stdout.write("built: packages/contracts/bundled\n")
    const took = Math.round(process.uptime() * 1000)
    const changed = differences.length === 0 ? "nothing to change" : `${differences.length} to change`
    process.stdout.write(
      `${files.size} files from specs/ in ${took} ms, ${checking ? changed : `${differences.length} written`}\n`
    )
    return checking && differences.length > 0 ? 1 : 0
  } catch (error) {
    reportFindings(error, "nothing was written")
    return 1
  }
}

process.exitCode = await run()
