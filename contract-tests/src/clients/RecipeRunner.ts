/** Follows recipes of "Generate a client", each in an empty folder, against a service and a fund simulator of its own. */
import { once } from "node:events"
import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { basename, join } from "node:path"
import { mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { newReader } from "../guides/Reader.ts"
import type { Recipe } from "../guides/recipes.ts"
import { seedPartner } from "../onboarding/seed.ts"
import { newPrograms } from "../programs/Programs.ts"
import { type RunningService, startService } from "../programs/service.ts"
import { type RunningSimulator, startFundSimulator } from "../programs/simulators.ts"
import { projectRoot } from "@embedded-super/program/projectRoot"

interface Served {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Serves the JSON files of a folder: the docs' specs, for a test whose service has no docs. */
const serveFolder = async (folder: string): Promise<Served> => {
  const server = createServer((request, response) => {
    readFile(join(folder, basename(request.url ?? ""))).then(
      (file) => response.setHeader("content-type", "application/json").end(file),
      () => response.writeHead(404).end()
    )
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    }
  }
}

/** The programs that the recipes call, and the key of a product there. */
export interface RecipeSurroundings {
  readonly service: RunningService
  readonly fund: RunningSimulator
  readonly key: string
}

/** `slug` names the partner that the runner seeds. */
export const newRecipeRunner = (slug: string) => {
  const programs = newPrograms()
  const beside = realpathSync(mkdtempSync(join(tmpdir(), `embedded-super-${slug}-`)))
  let onOtherPorts: (text: string) => string

  return {
    /** Starts the programs: with the docs' specs beside, because this service serves no docs. */
    start: async (): Promise<RecipeSurroundings> => {
      const specs = programs.add(await serveFolder(join(projectRoot, "packages/contracts/bundled")))
      const fund = programs.add(await startFundSimulator())
      const service = programs.add(await startService())
      const webhookUrl = "http://127.0.0.1:9/webhooks"
      const { products } = await seedPartner(service, fund, { slug, products: 1, webhookUrl })
      onOtherPorts = (text) =>
        text
          .replaceAll("http://localhost:4000/docs/specs", specs.url)
          .replaceAll("http://localhost:4000", service.url)
      return { service, fund, key: products[0]?.key ?? "" }
    },

    /** Follows a recipe to its end, in an empty folder. Returns the folder. */
    follow: async (
      { blocks, guide }: Recipe,
      env: Readonly<Record<string, string>>,
      patience?: number
    ): Promise<string> => {
      const project = mkdtempSync(join(beside, "recipe-"))
      const limit = patience === undefined ? {} : { patience }
      const reader = newReader({ project, beside, env, onOtherPorts, ...limit })
      try {
        for (const block of blocks) await reader.follow(block, guide)
      } finally {
        await reader.close()
      }
      return project
    },

    stop: async (): Promise<void> => {
      await programs.stop()
      rmSync(beside, { recursive: true, force: true })
    }
  }
}
