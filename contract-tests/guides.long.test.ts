import { globSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import process from "node:process"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type OwnDatabase, ownDatabase } from "./src/database/ownDatabase.ts"
import { missing } from "./src/clients/missing.ts"
import { blocksOf } from "./src/guides/blocks.ts"
import { CLIENTS, FRAMEWORKS } from "./src/guides/recipes.ts"
import { freshCopy, onFreePorts } from "./src/guides/Terminal.ts"
import { newReader } from "./src/guides/Reader.ts"
import { removeOutside } from "@embedded-super/program/testing/dataFolder"
import { projectRoot } from "@embedded-super/program/projectRoot"
import { asServiceRole, SERVICE_ROLE } from "@embedded-super/service/testing"
import { needsOf } from "@embedded-super/docs/needs"

const guidesFolder = join(projectRoot, "packages/docs/guides")
/** The blocks of a guide, after those that set the variables which it uses. */
const blocksOfGuide = (guide: string) => {
  const text = readFileSync(join(guidesFolder, guide), "utf8")
  return blocksOf(`${needsOf(guide.replace(/\.md$/, ""), text)}\n${text}`)
}

/** This guide starts the programs that all others use, so it is followed first. */
const FIRST = "start/first-call-and-webhook.md"
/** The recipes begin in empty folders, and have tests of their own. */
const RECIPES = [CLIENTS, FRAMEWORKS]
/** The kits, and TypeScript that runs as it is, need a newer Node than `start`. */
const NEWER_NODE = new Set([
  "funds/check-your-endpoint.md",
  "funds/run-the-simulator.md",
  "partners/check-your-receiver.md",
  "partners/your-own-page.md"
])
/** Operators have a link to `bin/embedded-super` on their PATH. */
const pathOf = (guide: string, project: string) => {
  const first = NEWER_NODE.has(guide) ? dirname(process.execPath) : join(project, "bin")
  return NEWER_NODE.has(guide) || guide.startsWith("operators/")
    ? { PATH: [first, process.env["PATH"]].join(delimiter) }
    : {}
}
const others = globSync("**/*.md", { cwd: guidesFolder }).filter(
  (guide) => guide !== FIRST && !RECIPES.includes(guide)
)
const typed = others.filter((guide) => blocksOfGuide(guide).some(({ language }) => language === "sh"))

/** The guide's placeholders that an operator replaces: addresses that only examples have. */
const OPERATORS_OWN = [
  ["super.example.com", "operator-of-guides.net.au"],
  ["203.0.113.10", "1.0.0.10"]
] as const

/** An operator's machine: the folders of the system are in the copy, and its two roles are those of this run's server. */
const operatorsMachine = (
  project: string,
  { url }: OwnDatabase
): ReadonlyArray<readonly [string, string]> => [
  ...OPERATORS_OWN,
  ["/opt/embedded-super/current", project],
  ...["/etc/embedded-super", "/var/lib/embedded-super", "/var/cache/embedded-super"].map(
    (folder) => [folder, join(project, folder)] as const
  ),
  ["postgres://embedded_super_owner:owner-secret@localhost:5432/embedded_super", url],
  ["postgres://embedded_super:secret@localhost:5432/embedded_super", asServiceRole(url)],
  ["--grant-to embedded_super", `--grant-to ${SERVICE_ROLE}`]
]

const lacks = missing(["npm"])

describe.skipIf(lacks.length > 0)(
  `a reader who follows the guides to the letter, on a fresh copy of the project${lacks.map((lack) => ` (${lack})`)}`,
  () => {
    const beside = realpathSync(mkdtempSync(join(tmpdir(), "embedded-super-guides-")))
    const project = join(beside, "project")
    let database: OwnDatabase
    let onOtherPorts: (text: string) => string
    let first: ReturnType<typeof newReader>

    beforeAll(async () => {
      freshCopy(project)
      mkdirSync(join(project, "var/lib/embedded-super"), { recursive: true })
      database = await ownDatabase({ empty: true })
      const onPorts = await onFreePorts()
      onOtherPorts = (text) =>
        operatorsMachine(project, database).reduce(
          (filled, [example, own]) => filled.replaceAll(example, own),
          onPorts(text)
        )
      first = newReader({ project, beside, env: { PROJECT: project }, onOtherPorts })
    })
    afterAll(async () => {
      await first.close()
      await database.drop()
      removeOutside(join(project, ".data/postgres"))
      rmSync(beside, { recursive: true, force: true })
    })

    it(`gets through ${FIRST}`, { timeout: 300_000 }, async () => {
      const blocks = blocksOfGuide(FIRST)
      expect(blocks.length).toBeGreaterThan(8)
      for (const block of blocks) await first.follow(block, FIRST)
    })

    it.each(typed)("gets through %s", { timeout: 600_000 }, async (guide) => {
      const env = { PROJECT: project, ...pathOf(guide, project) }
      const reader = newReader({ project, beside, env, onOtherPorts })
      try {
        for (const block of blocksOfGuide(guide)) await reader.follow(block, guide)
      } finally {
        await reader.close()
      }
    })
  }
)
