/** `pnpm docs:build [folder]`: builds the published docs, into packages/docs/dist by default. */
import { resolve } from "node:path"
import process from "node:process"
import { commandLine, readFlags, UsageError } from "@embedded-super/program/commandLine"

const usage = `docs:build: builds the published docs

  docs:build [folder]              where to (packages/docs/dist)
  --instance FILE --service-url URL
                                   as the docs of that operator's service: its instance file, and where its API is
  --base PATH                      the path that they are published under (/docs)`

const { base, folder, instance, serviceUrl } = commandLine(usage, (args) => {
  const { positionals, values } = readFlags(
    args,
    { base: { type: "string" }, instance: { type: "string" }, "service-url": { type: "string" } },
    1
  )
  if ((values.instance === undefined) !== (values["service-url"] === undefined))
    throw new UsageError("--instance and --service-url belong together; see --help.")
  return {
    base: values.base,
    folder: positionals[0],
    instance: values.instance,
    serviceUrl: values["service-url"]
  }
})
if (base !== undefined) process.env["DOCS_BASE"] = base
if (instance !== undefined) process.env["DOCS_INSTANCE"] = resolve(instance)
if (serviceUrl !== undefined) process.env["DOCS_SERVICE_URL"] = serviceUrl

// After the variables are set: the site's configuration reads them as it is loaded.
const { buildDocs } = await import("@embedded-super/docs")
console.log(`The docs are in ${await buildDocs(folder === undefined ? undefined : resolve(folder))}`)
